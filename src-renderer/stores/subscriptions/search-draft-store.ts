/** The body as JSON text is the only source of truth. Each watch has its own query. Sends nothing itself. */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { createStore } from 'zustand/vanilla';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import {
  changeSearchBody,
  type ParsedBody,
  parseSearchBody,
  type SearchParts,
} from '../../../src-shared/service/search-body.ts';

export const searchViews = ['form', 'chips', 'json'] as const;
export type SearchView = (typeof searchViews)[number];

interface SearchDraft {
  readonly text: string;
  readonly view: SearchView;
  readonly parsed: ParsedBody;
}

export type SearchChange = Partial<Pick<SearchParts, 'changed' | 'sortBy' | 'limit' | 'returnFields'>>;

/** All subscriptions in an order from the service's document, so that pages do not shift. */
export const DEFAULT_SEARCH_BODY = `{
  "sortBy": [
    { "direction": "asc", "field": "iotSubscription.iotSubscriptionId" }
  ],
  "limit": 100
}
`;

const KEY = 'watchfloor.search-view';

export type SearchDraftStore = ReturnType<typeof createSearchDraftStore>;

export function createSearchDraftStore(storage: Pick<Storage, 'getItem' | 'setItem'>) {
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
    /** Replaces the body if it is still `shown`. */
    replaceIfUnchanged(shown: string, next: string) {
      if (store.getState().text === shown) setBody(next);
    },
    /** Changes parts of the body and keeps the rest. Does nothing if the body is invalid. */
    change(part: SearchChange) {
      const { parsed: read, text } = store.getState();
      if (read.kind === 'body') setBody(changeSearchBody(text, part));
    },
    show(view: SearchView) {
      store.setState({ view });
      try {
        storage.setItem(KEY, view);
      } catch {
        // Storage is full or forbidden: the choice lasts until the page closes.
      }
    },
    open(shown: WatchSnapshot) {
      watch = shown.watch;
      store.setState(parseDraft(drafts.get(watch) ?? DEFAULT_SEARCH_BODY));
    },
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
    const stored = storage.getItem(KEY);
    return searchViews.find((view) => view === stored) ?? 'form';
  } catch {
    return 'form';
  }
}
