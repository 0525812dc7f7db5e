/** A small file that people can exchange. An entry with a mistake does not affect others. */
import { parseEditedJson } from '../../lib/parse-json.ts';
import { asRecord } from '../../lib/as-record.ts';

export type ListProblem =
  | { readonly kind: 'too-large' }
  | { readonly kind: 'other-version' }
  /** More entries than a profile may have; the last ones are left out. */
  | { readonly kind: 'too-many'; readonly left: number };

export type ParsedEntry<Entry, Problem> = { readonly entry: Entry } | { readonly problem: Problem };

interface ListText<Entry, Problem> {
  readonly name: string;
  readonly maxEntries: number;
  readonly maxLength: number;
  readonly missingListProblem: Problem;
  readonly parseEntry: (written: unknown, number: number) => ParsedEntry<Entry, Problem>;
}

const VERSION = 1;

export function printList(name: string, written: readonly unknown[]): string {
  return `${JSON.stringify({ version: VERSION, [name]: written }, null, 2)}\n`;
}

/** Never throws. If two entries have the same id, the first is used. */
export function parseList<Entry extends { readonly id: string }, Problem>(
  text: string,
  { name, maxEntries, maxLength, missingListProblem, parseEntry }: ListText<Entry, Problem>,
): { readonly entries: readonly Entry[]; readonly problems: readonly (Problem | ListProblem)[] } {
  if (text.length > maxLength) return { entries: [], problems: [{ kind: 'too-large' }] };
  const { version, [name]: listed } = asRecord(parseEditedJson(text));
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

export function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}
