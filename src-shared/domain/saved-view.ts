/** A filter under a name, for one profile. In its file it is text; a view with a mistake does not affect others. */
import { asRecord } from '../lib/as-record.ts';
import type { NotifySettings } from './cases/alarm.ts';
import { parseNotifySettings, printNotifySettings } from './cases/week-hours-text.ts';
import type { FilterMistake } from './filter/filter-interpretation.ts';
import type { Filter } from './filter/filter.ts';
import { parseFilter, printFilter } from './filter/filter-text.ts';
import { MAX_SAVED_VIEWS, SAVED_VIEW_LIMITS } from './saved-view-limits.ts';
import { isText, type ListProblem, parseList, printList, type ParsedEntry } from './profile/profile-list-text.ts';

export interface SavedView {
  id: string;
  name: string;
  filter: Filter;
  pinned: boolean;
  /** Alarm settings for matching events; null if the view never alarmed and is not a rule. */
  notify: NotifySettings | null;
}

export type ViewProblem =
  | ListProblem
  | { readonly kind: 'not-views' }
  /** `number`: position in the file, from 1. `name`: null if it has none. */
  | { readonly kind: 'not-a-view'; readonly number: number; readonly name: string | null }
  | { readonly kind: 'bad-query'; readonly name: string; readonly query: string; readonly mistake: FilterMistake };

export interface ParsedViews {
  readonly views: readonly SavedView[];
  readonly problems: readonly ViewProblem[];
}

/** In characters, ten times the size of two hundred views with long queries. */
export const MAX_VIEWS_LENGTH = 4_000_000;

export function printViews(views: readonly SavedView[]): string {
  return printList(
    'views',
    views.map(({ id, name, filter, pinned, notify }) => ({
      id,
      name,
      query: printFilter(filter),
      pinned,
      ...(notify === null ? {} : { notify: printNotifySettings(notify) }),
    })),
  );
}

export function parseViews(text: string): ParsedViews {
  const { entries, problems } = parseList<SavedView, ViewProblem>(text, {
    name: 'views',
    maxEntries: MAX_SAVED_VIEWS,
    maxLength: MAX_VIEWS_LENGTH,
    missingListProblem: { kind: 'not-views' },
    parseEntry: parseSavedView,
  });
  return { views: entries, problems };
}

function parseSavedView(written: unknown, number: number): ParsedEntry<SavedView, ViewProblem> {
  const { id, name, query, pinned, notify: notifyValue } = asRecord(written);
  const isNamed = isText(name, SAVED_VIEW_LIMITS.name);
  const notify = notifyValue === undefined || notifyValue === null ? null : parseNotifySettings(notifyValue);
  const isComplete = isText(id, SAVED_VIEW_LIMITS.id) && typeof query === 'string' && typeof pinned === 'boolean';
  if (!isNamed || !isComplete || notify === undefined)
    return { problem: { kind: 'not-a-view', number, name: isNamed ? name : null } };
  const parsed = parseFilter(query);
  if (parsed.kind === 'filter') return { entry: { id, name, filter: parsed.filter, pinned, notify } };
  const { at, length, problem } = parsed;
  return { problem: { kind: 'bad-query', name, query, mistake: { at, length, problem } } };
}
