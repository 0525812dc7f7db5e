/**
 * A filter under a name: pinned in the rail, counted live, exchanged as a small file. It belongs to one profile. In the
 * file a filter is its text, so that people can read and write it; a view that has a mistake never takes others with it.
 */
import type { FilterProblem } from '../api/errors.ts';
import { fieldsOf } from '../lib/fields-of.ts';
import type { Notify } from './alarm.ts';
import type { Filter } from './filter.ts';
import { parseFilter, printFilter } from './filter-text.ts';
import { isText, type ListProblem, parseList, printList, type ReadEntry } from './profile-list-text.ts';

export interface SavedView {
  /** Made when it is saved first; the same view under another name keeps it. */
  id: string;
  name: string;
  filter: Filter;
  /** Shown in the rail. */
  pinned: boolean;
  /** What matches alarms; `null`: it never did, and is no rule. */
  notify: Notify | null;
}

/** Most characters. */
export const VIEW_MOST = { id: 64, name: 80 };

export const MOST_VIEWS = 200;
/** Why a file has no views for us, or why a view of it is left out. */
export type ViewProblem =
  | ListProblem
  | { readonly kind: 'not-views' }
  /** `number`: which of them, from 1; its `name` where it has one. */
  | { readonly kind: 'not-a-view'; readonly number: number; readonly name: string | null }
  | { readonly kind: 'bad-query'; readonly name: string; readonly query: string; readonly mistake: QueryMistake };

/** As `parseFilter` tells it. */
interface QueryMistake {
  readonly at: number;
  readonly length: number;
  readonly problem: FilterProblem;
}

export interface ParsedViews {
  readonly views: readonly SavedView[];
  readonly problems: readonly ViewProblem[];
}

/** Characters; two hundred views with long queries have a tenth of it. */
export const MOST_VIEWS_TEXT = 4_000_000;

export function printViews(views: readonly SavedView[]): string {
  return printList(
    'views',
    views.map(({ id, name, filter, pinned, notify }) => ({
      id,
      name,
      query: printFilter(filter),
      pinned,
      ...(notify === null ? {} : { notify }),
    })),
  );
}

/** Never throws. Of two with one id the first is taken. */
export function parseViews(text: string): ParsedViews {
  const { entries, problems } = parseList<SavedView, ViewProblem>(text, {
    name: 'views',
    most: MOST_VIEWS,
    mostText: MOST_VIEWS_TEXT,
    noList: { kind: 'not-views' },
    read: readView,
  });
  return { views: entries, problems };
}

function readView(written: unknown, number: number): ReadEntry<SavedView, ViewProblem> {
  const { id, name, query, pinned, notify: told } = fieldsOf(written);
  const isNamed = isText(name, VIEW_MOST.name);
  const notify = readNotify(told);
  const isWhole = isText(id, VIEW_MOST.id) && typeof query === 'string' && typeof pinned === 'boolean';
  if (!isNamed || !isWhole || notify === undefined)
    return { problem: { kind: 'not-a-view', number, name: isNamed ? name : null } };
  const parsed = parseFilter(query);
  if (parsed.kind === 'filter') return { entry: { id, name, filter: parsed.filter, pinned, notify } };
  const { at, length, problem } = parsed;
  return { problem: { kind: 'bad-query', name, query, mistake: { at, length, problem } } };
}

/** Absent in a list that was written before views could alarm; `undefined`: it is something else. */
function readNotify(written: unknown): Notify | null | undefined {
  if (written === undefined || written === null) return null;
  const { on, banner, sound, badge } = fieldsOf(written);
  const isWhole = [on, banner, sound, badge].every((one) => typeof one === 'boolean');
  return isWhole
    ? { on: on === true, banner: banner === true, sound: sound === true, badge: badge === true }
    : undefined;
}
