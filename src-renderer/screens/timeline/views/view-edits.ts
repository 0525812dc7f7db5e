/** What saving, moving and importing views comes to: decided here, done by the store. Pure. */
import { isOutcome, type Outcome } from '../../../../src-shared/domain/outcomes.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { MOST_VIEWS, type SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { MOST_PINNED } from '../../../stores/view-counts.ts';

/** The one that is called so already: people tell views by their names, in whatever case. */
export function viewNamed(views: readonly SavedView[], name: string): SavedView | null {
  const wanted = nameKey(name);
  return views.find((view) => nameKey(view.name) === wanted) ?? null;
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/** The view that shows just this, whatever it is called. */
export function viewOf(views: readonly SavedView[], filter: Filter): SavedView | null {
  const text = printFilter(filter);
  return views.find((view) => printFilter(view.filter) === text) ?? null;
}

/** Why another one cannot be pinned; `null` where it can. */
export function noPin(views: readonly SavedView[], own: SavedView | null): string | null {
  const pinned = views.filter((view) => view.pinned && view.id !== own?.id).length;
  return pinned < MOST_PINNED ? null : `${MOST_PINNED} are in the rail already`;
}

/** Why another one cannot be saved; `null` where it can. */
export function noRoom(views: readonly SavedView[]): string | null {
  return views.length < MOST_VIEWS ? null : `There are ${MOST_VIEWS} saved views already. Delete one first.`;
}

/** All ids, with one of them a place further up (-1) or down (1) among those that `isAmong` tells. */
export function movedIds(
  views: readonly SavedView[],
  id: string,
  by: 1 | -1,
  isAmong: (view: SavedView) => boolean = () => true,
): readonly string[] | null {
  const places = views.flatMap((view, index) => (isAmong(view) ? [index] : []));
  const at = places.findIndex((index) => views[index]?.id === id);
  const from = places[at];
  const to = at === -1 ? undefined : places[at + by];
  if (from === undefined || to === undefined || at + by < 0) return null;
  const ids = views.map((view) => view.id);
  ids.splice(from, 1);
  ids.splice(to, 0, id);
  return ids;
}

/** The one outcome that a view is about, by whose hue its count is drawn; `null`: about several, or none. */
export function outcomeOf({ terms }: Filter): Outcome | null {
  const asked = terms.flatMap((term) =>
    term.kind === 'value' && term.field === 'outcome' && !term.negated ? [term.values] : [],
  );
  const [values] = asked;
  const outcome = asked.length === 1 && values?.length === 1 ? values[0] : null;
  return isOutcome(outcome) ? outcome : null;
}

/** Imported views beside those that are there: one of the same name takes its place, with its id. */
export function withImported(views: readonly SavedView[], imported: readonly SavedView[]): SavedView[] {
  const known = [...views];
  return imported.map((view) => {
    const same = viewNamed(known, view.name);
    const taken = same === null && known.some(({ id }) => id === view.id);
    const own = { ...view, id: same?.id ?? (taken ? newViewId() : view.id) };
    const mayPin = own.pinned && noPin(known, same) === null;
    const kept = { ...own, pinned: mayPin };
    if (same === null) known.push(kept);
    else known[known.indexOf(same)] = kept;
    return kept;
  });
}

/** `crypto.randomUUID` is not there for a page of another machine. */
export function newViewId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
