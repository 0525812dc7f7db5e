/**
 * What a profile keeps by name as the text of a small file, which people can read, write and exchange: an entry that has a
 * mistake never takes others with it.
 */
import { asRecord } from '../lib/as-record.ts';

/** Why a file has no list for us, or not all of it is taken. */
export type ListProblem =
  | { readonly kind: 'too-large' }
  /** Made by a version that writes the list otherwise. */
  | { readonly kind: 'other-version' }
  /** More than a profile has room for: those behind the most are left out. */
  | { readonly kind: 'too-many'; readonly left: number };

export type ParsedEntry<Entry, Problem> = { readonly entry: Entry } | { readonly problem: Problem };

interface ListText<Entry, Problem> {
  /** Of the property that has the list. */
  readonly name: string;
  readonly maxEntries: number;
  /** Characters. */
  readonly maxLength: number;
  readonly missingListProblem: Problem;
  /** `number`: which of them, from 1. */
  readonly parseEntry: (written: unknown, number: number) => ParsedEntry<Entry, Problem>;
}

const VERSION = 1;

export function printList(name: string, written: readonly unknown[]): string {
  return `${JSON.stringify({ version: VERSION, [name]: written }, null, 2)}\n`;
}

/** Never throws. Of two with one id the first is taken. */
export function parseList<Entry extends { readonly id: string }, Problem>(
  text: string,
  { name, maxEntries, maxLength, missingListProblem, parseEntry }: ListText<Entry, Problem>,
): { readonly entries: readonly Entry[]; readonly problems: readonly (Problem | ListProblem)[] } {
  if (text.length > maxLength) return { entries: [], problems: [{ kind: 'too-large' }] };
  const { version, [name]: listed } = asRecord(parsedJson(text));
  if (typeof version !== 'number' || !Array.isArray(listed)) return { entries: [], problems: [missingListProblem] };
  if (version !== VERSION) return { entries: [], problems: [{ kind: 'other-version' }] };
  const written: readonly unknown[] = listed.slice(0, maxEntries);
  const left = listed.length - written.length;
  const problems: (Problem | ListProblem)[] = left > 0 ? [{ kind: 'too-many', left }] : [];
  const entries = new Map<string, Entry>();
  for (const [index, one] of written.entries()) {
    const found = parseEntry(one, index + 1);
    if ('problem' in found) problems.push(found.problem);
    else if (!entries.has(found.entry.id)) entries.set(found.entry.id, found.entry);
  }
  return { entries: [...entries.values()], problems };
}

export function isText(value: unknown, most: number): value is string {
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
