import { type IdForm, idForm } from '../../../../src-shared/service/id-form.ts';
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

/** Writes an .xlsx, because people look at the result in a spreadsheet. */
export async function differenceFile(missing: readonly ComparedRow[]): Promise<Blob> {
  const { workbookBytes } = await import('../../../../src-shared/lib/workbook.ts');
  const columns = ['id', 'lines', 'form', 'nearest', 'remark'];
  return new Response(workbookBytes({ name: 'not found', columns, rows: differenceRows(missing) })).blob();
}

async function* differenceRows(missing: readonly ComparedRow[]) {
  for (const { id, lines, near } of missing) {
    const { words } = notFoundWords(id, near, lines);
    yield [id, lines.join(' '), FORMS[idForm(id)], near ?? '', words.replace(/:$/, '')];
  }
}

export function lineText({ lines }: ComparedRow): string {
  return linesText(lines);
}
