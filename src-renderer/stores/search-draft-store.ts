/**
 * The query that is being written: its body as JSON text, which is the one truth of it, and in which of three views it is
 * shown. Each watch has its own, which stays while other screens or watches are shown; the view is kept in this browser.
 * Nothing is asked here.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import {
  changeSearchBody,
  type ParsedBody,
  parseSearchBody,
  type SearchParts,
} from '../../src-shared/service/search-body.ts';
import type { WatchScoped } from './watch-scoped.ts';

export const searchViews = ['form', 'chips', 'json'] as const;
export type SearchView = (typeof searchViews)[number];

export interface SearchDraft {
  /** JSON text, as it would be sent. */
  readonly text: string;
  readonly view: SearchView;
  /** Of `text`. */
  readonly parsed: ParsedBody;
}

export type SearchChange = Partial<Pick<SearchParts, 'changed' | 'sortBy' | 'limit' | 'returnFields'>>;

export interface SearchDraftStore extends StoreApi<SearchDraft>, WatchScoped {
  /** Another body takes the place of this one. */
  setBody(body: string): void;
  /** Another body takes the place of `shown`, unless it was changed since. */
  replaceIfUnchanged(shown: string, next: string): void;
  /** Written into the body; all else of it stays as it is. Nothing is done where the body cannot be read. */
  change(part: SearchChange): void;
  show(view: SearchView): void;
}

/** All of the fleet in an order that the document shows, so that pages do not shift by themselves. */
export const DEFAULT_SEARCH_BODY = `{
  "sortBy": [
    { "direction": "asc", "field": "iotSubscription.iotSubscriptionId" }
  ],
  "limit": 100
}
`;

const KEY = 'watchfloor.search-view';

export function createSearchDraftStore(storage: Pick<Storage, 'getItem' | 'setItem'>): SearchDraftStore {
  const store = createStore<SearchDraft>(() => ({ ...parseDraft(DEFAULT_SEARCH_BODY), view: storedView(storage) }));
  const drafts = new Map<WatchId, string>();
  let watch: WatchId | null = null;

  function setBody(body: string): void {
    if (watch !== null) drafts.set(watch, body);
    store.setState(parseDraft(body));
  }
  return {
    ...store,
    setBody,
    replaceIfUnchanged(shown, next) {
      if (store.getState().text === shown) setBody(next);
    },
    change(part) {
      const { parsed: read, text } = store.getState();
      if (read.kind === 'body') setBody(changeSearchBody(text, part));
    },
    show(view) {
      store.setState({ view });
      try {
        storage.setItem(KEY, view);
      } catch {
        // Storage is full or forbidden: the choice lasts for this visit.
      }
    },
    open(shown) {
      watch = shown.watch;
      store.setState(parseDraft(drafts.get(watch) ?? DEFAULT_SEARCH_BODY));
    },
    onSnapshot: () => undefined,
    close() {
      watch = null;
      store.setState(parseDraft(DEFAULT_SEARCH_BODY));
    },
  };
}

function parseDraft(text: string): Pick<SearchDraft, 'text' | 'parsed'> {
  return { text, parsed: parseSearchBody(text) };
}

function storedView(storage: Pick<Storage, 'getItem'>): SearchView {
  try {
    const kept = storage.getItem(KEY);
    return searchViews.find((view) => view === kept) ?? 'form';
  } catch {
    return 'form';
  }
}
