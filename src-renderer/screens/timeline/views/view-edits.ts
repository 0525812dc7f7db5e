/** What saving, moving and importing views comes to: decided here, done by the store. Pure. */
import { isOutcome, type Outcome } from '../../../../src-shared/domain/outcomes.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { MAX_SAVED_VIEWS, type SavedView, SAVED_VIEW_LIMITS } from '../../../../src-shared/domain/saved-view.ts';
import { mergeImported } from '../../../components/saved/saved-items.ts';
import { MAX_PINNED_VIEWS } from '../../../stores/view-counts.ts';

export const VIEW_LABELS = {
  singular: 'view',
  plural: 'views',
  maxCount: MAX_SAVED_VIEWS,
  maxNameLength: SAVED_VIEW_LIMITS.name,
};

/** The view that shows just this, whatever it is called. */
export function viewOf(views: readonly SavedView[], filter: Filter): SavedView | null {
  const text = printFilter(filter);
  return views.find((view) => printFilter(view.filter) === text) ?? null;
}

/** Why another one cannot be pinned; `null` where it can. */
export function pinUnavailable(views: readonly SavedView[], own: SavedView | null): string | null {
  const pinned = views.filter((view) => view.pinned && view.id !== own?.id).length;
  return pinned < MAX_PINNED_VIEWS ? null : `${MAX_PINNED_VIEWS} are in the rail already`;
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
export function singleOutcomeOf({ terms }: Filter): Outcome | null {
  const asked = terms.flatMap((term) =>
    term.kind === 'value' && term.field === 'outcome' && !term.negated ? [term.values] : [],
  );
  const [values] = asked;
  const outcome = asked.length === 1 && values?.length === 1 ? values[0] : null;
  return isOutcome(outcome) ? outcome : null;
}

/** Imported views beside those that are there; what the rail has no place for is not pinned. */
export function withImported(views: readonly SavedView[], imported: readonly SavedView[]): readonly SavedView[] {
  return mergeImported(views, imported, (own, known, same) => ({
    ...own,
    pinned: own.pinned && pinUnavailable(known, same) === null,
  }));
}
