/**
 * A filter under a name: pinned in the rail, counted live, exchanged as a small file. It belongs to one profile. In the
 * file a filter is its text, so that people can read and write it; a view that has a mistake never takes others with it.
 */
import type { FilterProblem } from '../api/errors.ts';
import { fieldsOf } from '../lib/fields-of.ts';
import type { Filter } from './filter.ts';
import { parseFilter, printFilter } from './filter-text.ts';

export interface SavedView {
  /** Made when it is saved first; the same view under another name keeps it. */
  id: string;
  name: string;
  filter: Filter;
  /** Shown in the rail. */
  pinned: boolean;
}

/** Most characters. */
export const VIEW_MOST = { id: 64, name: 80 };

export const MOST_VIEWS = 200;
/** Why a file has no views for us, or why a view of it is left out. */
export type ViewProblem =
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-views' }
  /** Made by a version that writes views otherwise. */
  | { readonly kind: 'other-version' }
  /** More than a profile has room for: those behind `MOST_VIEWS` are left out. */
  | { readonly kind: 'too-many'; readonly left: number }
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

const VERSION = 1;

export function printViews(views: readonly SavedView[]): string {
  const written = views.map(({ id, name, filter, pinned }) => ({ id, name, query: printFilter(filter), pinned }));
  return `${JSON.stringify({ version: VERSION, views: written }, null, 2)}\n`;
}

/** Never throws. Of two with one id the first is taken. */
export function parseViews(text: string): ParsedViews {
  if (text.length > MOST_VIEWS_TEXT) return nothingFor('too-large');
  const { version, views: listed } = fieldsOf(parsedJson(text));
  if (typeof version !== 'number' || !Array.isArray(listed)) return nothingFor('not-views');
  if (version !== VERSION) return nothingFor('other-version');
  const written: readonly unknown[] = listed.slice(0, MOST_VIEWS);
  const left = listed.length - written.length;
  const problems: ViewProblem[] = left > 0 ? [{ kind: 'too-many', left }] : [];
  const views = new Map<string, SavedView>();
  for (const [index, one] of written.entries()) {
    const read = readView(one, index + 1);
    if ('kind' in read) problems.push(read);
    else if (!views.has(read.id)) views.set(read.id, read);
  }
  return { views: [...views.values()], problems };
}

function nothingFor(kind: 'too-large' | 'not-views' | 'other-version'): ParsedViews {
  return { views: [], problems: [{ kind }] };
}

function readView(written: unknown, number: number): SavedView | ViewProblem {
  const { id, name, query, pinned } = fieldsOf(written);
  const isNamed = isText(name, VIEW_MOST.name);
  if (!isNamed || !isText(id, VIEW_MOST.id) || typeof query !== 'string' || typeof pinned !== 'boolean')
    return { kind: 'not-a-view', number, name: isNamed ? name : null };
  const parsed = parseFilter(query);
  if (parsed.kind === 'filter') return { id, name, filter: parsed.filter, pinned };
  const { at, length, problem } = parsed;
  return { kind: 'bad-query', name, query, mistake: { at, length, problem } };
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

function parsedJson(text: string): unknown {
  try {
    // A byte order mark is what some Windows editors begin a file with.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
