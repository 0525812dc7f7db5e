/** Reads ids one per line, separated by commas, in groups of digits, or from a column of a table. Works in steps. */
import { type IdForm, idForm } from '../../src-shared/service/id-form.ts';
import { readIdentifier } from '../../src-shared/service/identifier-text.ts';
import { tableOf } from './id-table.ts';

export const MAX_IDS = 100_000;
/** The backend's limits in characters. Shorter tokens are line numbers or words. */
const ID_LENGTH = { min: 4, max: 64 };
const MAX_SKIPPED_EXAMPLES = 3;
const MAX_LINES_PER_STEP = 200;

export interface IdList {
  /** Distinct, in order of first occurrence. */
  readonly ids: readonly string[];
  /** Line (from 1) and index in `ids` of each entry. */
  readonly entries: readonly IdEntry[];
  readonly overLimit: number;
  /** Tokens that are not ids, such as a column header: their number and the first three. */
  readonly skipped: { readonly count: number; readonly first: readonly string[] };
  /** Number of ids that a spreadsheet rounded: `8.9462E+18`. */
  readonly rounded: number;
  readonly forms: ReadonlyMap<IdForm, number>;
  readonly table: { readonly columns: readonly string[]; readonly at: number } | null;
}
interface IdEntry {
  readonly line: number;
  readonly index: number;
}

/** @param column of a table, from 0; null: the column whose name is that of an id */
export function* readIdList(text: string, column: number | null): Generator<void, IdList> {
  const indexById = new Map<string, number>();
  const entries: IdEntry[] = [];
  const first: string[] = [];
  let overLimit = 0;
  let words = 0;
  let rounded = 0;
  let table: ReturnType<typeof tableOf> = null;
  let isPastFirstLine = false;
  let line = 0;

  const skipWord = (word: string): void => {
    words += 1;
    if (first.length < MAX_SKIPPED_EXAMPLES && !first.includes(word)) first.push(word);
  };
  const addId = (part: string): void => {
    const id = readIdentifier(part);
    if (id === '') return;
    if (/^\d+(?:\.\d+)?E\+\d{1,3}$/i.test(id)) rounded += 1;
    else if (id.length < ID_LENGTH.min || id.length > ID_LENGTH.max || !/\d/.test(id)) skipWord(id);
    else if (entries.length === MAX_IDS) overLimit += 1;
    else {
      const index = indexById.get(id) ?? indexById.size;
      indexById.set(id, index);
      entries.push({ line, index });
    }
  };

  for (const written of linesOf(text)) {
    line += 1;
    if (line % MAX_LINES_PER_STEP === 0) yield;
    if (written.trim() === '') continue;
    if (!isPastFirstLine) {
      isPastFirstLine = true;
      table = tableOf(written, column);
      if (table !== null) continue;
    }
    for (const cell of table === null ? written.split(/[,;\t|]/) : [table.cellOf(written)])
      for (const part of idsInCell(cell)) addId(part);
  }
  const forms = new Map<IdForm, number>();
  const ids = [...indexById.keys()];
  for (const [index, id] of ids.entries()) {
    if (index % (MAX_LINES_PER_STEP * 10) === 0) yield;
    forms.set(idForm(id), (forms.get(idForm(id)) ?? 0) + 1);
  }
  return {
    ids,
    entries,
    overLimit,
    skipped: { count: words, first },
    rounded,
    forms,
    table: table === null ? null : { columns: table.columns, at: table.at },
  };
}

/** Yields lines one by one, so that 100 000 lines are not held in memory next to the text. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|[\n\r\u2028\u2029]/g;
  let from = 0;
  for (let lineEnd = end.exec(text); lineEnd !== null; lineEnd = end.exec(text)) {
    yield text.slice(from, lineEnd.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}

/** Longer groups of digits are separate ids. */
const MAX_GROUP_DIGITS = 7;

/** Splits at spaces, but joins groups of digits that form one id. */
function idsInCell(cell: string): readonly string[] {
  const groups = cell.trim().split(/\s+/);
  const isGrouped =
    groups.length > 1 && groups.every((group, at) => (at === 0 ? /^["'=]*\+?\d+$/ : /^\d+["']?$/).test(group));
  return isGrouped && groups.every(({ length }) => length <= MAX_GROUP_DIGITS) ? [groups.join('')] : groups;
}
