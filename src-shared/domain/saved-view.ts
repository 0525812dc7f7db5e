/**
 * A filter under a name: pinned in the rail, counted live, exchanged as a small file. It belongs to one profile. In the
 * file a filter is its text, so that people can read and write it; a view that has a mistake never takes others with it.
 */
import * as z from 'zod';
import type { FilterProblem } from '../api/errors.ts';
import { filterSchema } from './filter.ts';
import { parseFilter, printFilter } from './filter-text.ts';

const idSchema = z.string().min(1).max(64);
const nameSchema = z.string().min(1).max(80);

export const savedViewSchema = z.object({
  /** Made when it is saved first; the same view under another name keeps it. */
  id: idSchema,
  name: nameSchema,
  filter: filterSchema,
  /** Shown in the rail. */
  pinned: z.boolean(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const MOST_VIEWS = 200;
/** In the order in which people put them. */
export const savedViewsSchema = z.array(savedViewSchema).max(MOST_VIEWS);

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
export interface QueryMistake {
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
const fileSchema = z.object({ version: z.number(), views: z.array(z.unknown()) });
const writtenSchema = z.object({ id: idSchema, name: nameSchema, query: z.string(), pinned: z.boolean() });
const namedSchema = z.object({ name: nameSchema });

export function printViews(views: readonly SavedView[]): string {
  const written = views.map(({ id, name, filter, pinned }) => ({ id, name, query: printFilter(filter), pinned }));
  return `${JSON.stringify({ version: VERSION, views: written }, null, 2)}\n`;
}

/** Never throws. Of two with one id the first is taken. */
export function parseViews(text: string): ParsedViews {
  if (text.length > MOST_VIEWS_TEXT) return nothingFor('too-large');
  const file = fileSchema.safeParse(parsedJson(text));
  if (!file.success) return nothingFor('not-views');
  if (file.data.version !== VERSION) return nothingFor('other-version');
  const written = file.data.views.slice(0, MOST_VIEWS);
  const left = file.data.views.length - written.length;
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
  const parsed = writtenSchema.safeParse(written);
  if (!parsed.success) return { kind: 'not-a-view', number, name: namedSchema.safeParse(written).data?.name ?? null };
  const { query, ...view } = parsed.data;
  const filter = parseFilter(query);
  if (filter.kind === 'filter') return { ...view, filter: filter.filter };
  const { at, length, problem } = filter;
  return { kind: 'bad-query', name: view.name, query, mistake: { at, length, problem } };
}

function parsedJson(text: string): unknown {
  try {
    // A byte order mark is what some Windows editors begin a file with.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
