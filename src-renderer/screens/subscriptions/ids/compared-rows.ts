import { type IdForm, idForm } from '../../../../src-shared/service/id-form.ts';
import { csvHead, csvLine } from '../../../../src-shared/lib/csv.ts';
import type { ComparedIds } from '../../../stores/subscriptions/id-list-store.ts';
import type { IdList } from '../../../text/id-list.ts';
import { linesText, notFoundWords } from '../../../words/id-list-words.ts';

export interface ComparedRow {
  readonly idIndex: number;
  readonly id: string;
  /** Line numbers in the list, ascending; never empty. */
  readonly lines: readonly number[];
  readonly isFound: boolean;
  /** A stored id that differs by one character; null if there is none. */
  readonly near: string | null;
}

export interface ComparedRows {
  readonly missing: readonly ComparedRow[];
  readonly found: readonly ComparedRow[];
  /** Ids that occur more than once in the list, found or not. */
  readonly twice: readonly ComparedRow[];
}

export function comparedRows({ ids, entries }: IdList, { missing, near }: ComparedIds): ComparedRows {
  const lines = ids.map((): number[] => []);
  for (const { line, index } of entries) lines[index]?.push(line);
  const isMissing = new Set(missing);
  const rows = ids.map((id, idIndex) => ({
    idIndex,
    id,
    lines: lines[idIndex] ?? [],
    isFound: !isMissing.has(idIndex),
    near: near.get(idIndex) ?? null,
  }));
  return {
    missing: rows.filter(({ isFound }) => !isFound),
    found: rows.filter(({ isFound }) => isFound),
    twice: rows.filter((row) => row.lines.length > 1),
  };
}

const FORMS: Record<IdForm, string> = { iccid: 'ICCID', eid: 'EID', imsi: 'IMSI', msisdn: 'MSISDN', other: '' };

/** Writes a CSV for a spreadsheet, in which people look at the result. */
export function differenceFile(missing: readonly ComparedRow[]): string {
  return [
    csvHead(['id', 'lines', 'form', 'nearest', 'remark'], 'spreadsheet'),
    ...missing.map(({ id, lines, near }) => {
      const { words } = notFoundWords(id, near, lines);
      const values = [id, lines.join(' '), FORMS[idForm(id)], near ?? '', words.replace(/:$/, '')];
      return csvLine(values, 'spreadsheet');
    }),
  ].join('');
}

export function lineText({ lines }: ComparedRow): string {
  return linesText(lines);
}
