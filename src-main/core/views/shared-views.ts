/**
 * Every member derives the shared views from the actions in its store, in the order of the log. What this member shares
 * counts here at once (`docs/design/team.md` §4).
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type { SharedView } from '../../../src-shared/api/views.ts';
import type { ActionEntry, StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import { parseFilter, printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { MAX_SAVED_VIEWS } from '../../../src-shared/domain/saved-view-limits.ts';
import { MAX_SHARED_QUERY, SHARED_VIEWS, type ViewAction } from '../../../src-shared/domain/shared-view.ts';
import { allActions } from '../cases/all-actions.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';

interface SharedViewsParts {
  readonly reader: Pick<EventReader, 'actions'>;
  /** Stores actions and sends them when the log can be reached. @throws AppError STORE_UNWRITABLE */
  readonly record: (actions: readonly ActionEntry[]) => Promise<void>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly member: { readonly member: string; readonly name: string };
  readonly names: () => Readonly<Record<string, string>>;
  readonly ends: AbortSignal;
}

export class SharedViews {
  /** Notify it when the log placed actions. */
  readonly changed = new ChangeSignal();
  readonly #parts: SharedViewsParts;

  constructor(parts: SharedViewsParts) {
    this.#parts = parts;
  }

  subscribe(signal: AbortSignal | undefined): StateFeed<SharedView[]> {
    const { clock, ends } = this.#parts;
    return stateFeed({ clock, changes: () => [this.changed], read: () => this.list() }, eitherSignal(signal, ends));
  }

  async list(): Promise<SharedView[]> {
    const { member, names } = this.#parts;
    const known = names();
    return [...(await this.#shared()).values()].map(({ author, what: { view }, isSending = false }) => {
      const parsed = parseFilter(view.query);
      return {
        id: view.id,
        name: view.name,
        filter: parsed.kind === 'filter' ? parsed.filter : null,
        member: author.id,
        memberName: (Object.hasOwn(known, author.id) ? known[author.id] : undefined) ?? author.name,
        isOwn: author.id === member.member,
        isSending,
      };
    });
  }

  /** @throws AppError TOO_MANY_VIEWS, BAD_FILTER, STORE_UNWRITABLE */
  async share(view: SavedView): Promise<void> {
    const shared = await this.#shared();
    if (shared.size >= MAX_SAVED_VIEWS && !shared.has(view.id))
      throw appError('TOO_MANY_VIEWS', { limit: MAX_SAVED_VIEWS });
    await this.#record([shareAction(view)]);
  }

  /** Shares those views again that this member shares and that are different now. @throws as `share` */
  async replace(views: readonly SavedView[]): Promise<void> {
    const shared = await this.#shared();
    const changed = views.map(shareAction).filter((what) => {
      const before = shared.get(what.view.id);
      return before !== undefined && this.#isOwn(before) && !isSameView(before.what, what);
    });
    if (changed.length > 0) await this.#record(changed);
  }

  /** Does nothing if the view is not shared. @throws AppError STORE_UNWRITABLE */
  async unshare(id: string, whose: 'own' | 'any'): Promise<void> {
    const shared = (await this.#shared()).get(id);
    if (shared === undefined || (whose === 'own' && !this.#isOwn(shared))) return;
    await this.#record([{ kind: 'unshare-view', view: { id, name: shared.what.view.name } }]);
  }

  /** The last action on each view that is shared, by the id of the view, in the order in which they were shared first. */
  async #shared(): Promise<ReadonlyMap<string, Sharing>> {
    const shared = new Map<string, Sharing>();
    for await (const action of allActions(this.#parts.reader, undefined, [SHARED_VIEWS]))
      if (isSharing(action)) shared.set(action.what.view.id, action);
      else if (action.what.kind === 'unshare-view') shared.delete(action.what.view.id);
    return shared;
  }

  async #record(actions: readonly ViewAction[]): Promise<void> {
    const { clock, newId, member, record } = this.#parts;
    for (const what of actions) {
      const length = what.kind === 'share-view' ? what.view.query.length : 0;
      // Other members would count it as void.
      if (length > MAX_SHARED_QUERY) throw appError('BAD_FILTER', { text: '', at: 0, length, problem: 'too-long' });
    }
    const author = { id: member.member, name: member.name };
    const at = clock.now();
    await record(actions.map((what) => ({ id: newId(), at, author, subjects: [], what, text: '' })));
    this.changed.notify();
  }

  #isOwn({ author }: Sharing): boolean {
    return author.id === this.#parts.member.member;
  }
}

type ShareAction = Extract<ViewAction, { kind: 'share-view' }>;
type Sharing = StoredActionEntry & { readonly what: ShareAction };

const isSharing = (action: StoredActionEntry): action is Sharing => action.what.kind === 'share-view';

const shareAction = ({ id, name, filter }: SavedView): ShareAction => ({
  kind: 'share-view',
  view: { id, name, query: printFilter(filter) },
});

const isSameView = ({ view: one }: ShareAction, { view: other }: ShareAction) =>
  one.name === other.name && one.query === other.query;
