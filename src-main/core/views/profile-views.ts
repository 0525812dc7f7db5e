/**
 * The saved views of one profile while it is under watch: a list that is read anew before each change and written
 * whole, so that two pages never take each other's work away. What cannot be read is never written over.
 */
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { MOST_VIEWS } from '../../../src-shared/domain/saved-view.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { Changes } from '../lib/changes.ts';
import { takingTurns } from '../lib/turns.ts';
import type { StorePlace } from '../ports/event-store.ts';
import type { SavedViews } from '../ports/saved-views.ts';

export interface ProfileViews {
  /** All of them at once, then after each change. @throws AppError VIEWS_DAMAGED, STORE_UNREADABLE */
  follow(signal: AbortSignal | undefined): AsyncGenerator<ViewsAsOf, void, undefined>;
  /** Adds each, or puts it in the place of the one with its id. @throws as `follow`, TOO_MANY_VIEWS, STORE_UNWRITABLE */
  put(views: readonly SavedView[]): Promise<void>;
  remove(id: string): Promise<void>;
  /** What is not named stays behind the others, in its order. */
  order(ids: readonly string[]): Promise<void>;
}

interface ViewsAsOf {
  readonly revision: number;
  readonly views: readonly SavedView[];
}

/** @param ends when the watch is closed */
export function profileViews(files: SavedViews, place: StorePlace, ends: AbortSignal): ProfileViews {
  const changes = new Changes();
  const inTurn = takingTurns();

  function change(next: (views: readonly SavedView[]) => readonly SavedView[]): Promise<void> {
    return inTurn(async () => {
      await files.write(place, next(await files.read(place)));
      changes.notify();
    });
  }

  return {
    async *follow(signal) {
      const until = signal === undefined ? ends : AbortSignal.any([signal, ends]);
      while (!until.aborted) {
        const { revision } = changes;
        yield { revision, views: await files.read(place) };
        await changes.beyond(revision, until).catch(() => undefined);
      }
    },
    put: (views) => change((before) => withViews(before, views)),
    remove: (id) => change((before) => before.filter((view) => view.id !== id)),
    order: (ids) => change((before) => inOrder(before, ids)),
  };
}

/** @throws AppError TOO_MANY_VIEWS */
export function withViews(before: readonly SavedView[], views: readonly SavedView[]): readonly SavedView[] {
  const byId = new Map([...before, ...views].map((view) => [view.id, view]));
  if (byId.size > MOST_VIEWS) throw appError('TOO_MANY_VIEWS', { limit: MOST_VIEWS });
  return [...byId.values()];
}

export function inOrder(before: readonly SavedView[], ids: readonly string[]): readonly SavedView[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: SavedView) => places.get(id) ?? ids.length;
  return before.toSorted((one, other) => placeOf(one) - placeOf(other));
}
