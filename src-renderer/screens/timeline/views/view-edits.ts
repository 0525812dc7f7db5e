import type { SharedView } from '../../../../src-shared/api/views.ts';
import { isOutcome, type Outcome } from '../../../../src-shared/domain/event/outcomes.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { MAX_SAVED_VIEWS, SAVED_VIEW_LIMITS } from '../../../../src-shared/domain/saved-view-limits.ts';
import { findByName, mergeImported, newId } from '../../../components/saved/saved-items.ts';
import { MAX_PINNED_VIEWS } from '../../../stores/timeline/view-counts.ts';

export const VIEW_LABELS = {
  singular: 'view',
  plural: 'views',
  maxCount: MAX_SAVED_VIEWS,
  maxNameLength: SAVED_VIEW_LIMITS.name,
};

export function viewOf(views: readonly SavedView[], filter: Filter): SavedView | null {
  const text = printFilter(filter);
  return views.find((view) => printFilter(view.filter) === text) ?? null;
}

export function sharedByOthers(shared: readonly SharedView[], views: readonly SavedView[]): readonly SharedView[] {
  return shared.filter(({ id, isOwn }) => !isOwn || !views.some((view) => view.id === id));
}

/** Returns an own view with the filter and, if no other own view has it, the name; null if this Watchfloor cannot read it. */
export function copyOf({ name, filter }: SharedView, views: readonly SavedView[]): SavedView | null {
  if (filter === null) return null;
  const end = (number: number) => (number === 1 ? '' : ` ${number}`);
  const named = (number: number) => `${name.slice(0, SAVED_VIEW_LIMITS.name - end(number).length)}${end(number)}`;
  let number = 1;
  while (findByName(views, named(number)) !== null) number += 1;
  return { id: newId(), name: named(number), filter, pinned: false, notify: null };
}

export function pinUnavailable(views: readonly SavedView[], own: SavedView | null): string | null {
  const pinned = views.filter((view) => view.pinned && view.id !== own?.id).length;
  return pinned < MAX_PINNED_VIEWS ? null : `${MAX_PINNED_VIEWS} are in the rail already`;
}

/** Up (-1) or down (1) among the views for which `isAmong` is true; null if it cannot move. */
export function movedIds(
  views: readonly SavedView[],
  id: string,
  by: 1 | -1,
  isAmong: (view: SavedView) => boolean = () => true,
): readonly string[] | null {
  const pinnedIndexes = views.flatMap((view, index) => (isAmong(view) ? [index] : []));
  const at = pinnedIndexes.findIndex((index) => views[index]?.id === id);
  const from = pinnedIndexes[at];
  const to = at === -1 ? undefined : pinnedIndexes[at + by];
  if (from === undefined || to === undefined || at + by < 0) return null;
  const ids = views.map((view) => view.id);
  ids.splice(from, 1);
  ids.splice(to, 0, id);
  return ids;
}

/** Returns the single outcome in the filter of a view, which colours its count; null for several or none. */
export function singleOutcomeOf({ terms }: Filter): Outcome | null {
  const outcomes = terms.flatMap((term) =>
    term.kind === 'value' && term.field === 'outcome' && !term.negated ? [term.values] : [],
  );
  const [values] = outcomes;
  const outcome = outcomes.length === 1 && values?.length === 1 ? values[0] : null;
  return isOutcome(outcome) ? outcome : null;
}

/** Adds imported views; unpins those for which the rail has no space. */
export function withImported(views: readonly SavedView[], imported: readonly SavedView[]): readonly SavedView[] {
  return mergeImported(views, imported, (own, existing, same) => ({
    ...own,
    pinned: own.pinned && pinUnavailable(existing, same) === null,
  }));
}
