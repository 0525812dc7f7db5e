import { type IdForm, idForm } from '../../../../src-shared/service/id-form.ts';
import { csvRow, withoutFormula } from '../../../../src-shared/lib/csv.ts';
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

/** Neutralizes formulas, because ids are untrusted and the file is for a spreadsheet. */
export function differenceFile(missing: readonly ComparedRow[]): string {
  const row = (cells: readonly string[]) => csvRow(cells.map(withoutFormula));
  return [
    row(['id', 'lines', 'form', 'nearest', 'remark']),
    ...missing.map(({ id, lines, near }) => {
      const { words } = notFoundWords(id, near, lines);
      return row([id, lines.join(' '), FORMS[idForm(id)], near ?? '', words.replace(/:$/, '')]);
    }),
  ].join('');
}

export function lineText({ lines }: ComparedRow): string {
  return linesText(lines);
}
