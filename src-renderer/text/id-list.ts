/**
 * Ids as people have them: one a line, between commas, in groups of digits, a column of a table, as a spreadsheet writes
 * them. What is no id is not compared, and is counted. Read in short pieces, see `run-in-slices.ts`.
 */
import { type IdForm, idForm } from '../../src-shared/service/id-form.ts';
import { tableOf } from './id-table.ts';

export const MAX_IDS = 100_000;
/** As the backend takes them; shorter ones are numbers of lines and words. */
const ID_LENGTH = { min: 4, max: 64 };
const MAX_SKIPPED_EXAMPLES = 3;
/** Lines between two pieces of work. */
const MAX_LINES_PER_STEP = 200;

export interface IdList {
  /** Distinct, in the order in which they come first. */
  readonly ids: readonly string[];
  /** Of each entry: its line, from 1, and its place in `ids`. */
  readonly entries: readonly IdEntry[];
  /** Entries behind the most that are compared. */
  readonly overLimit: number;
  /** Pieces that are no ids, such as the head of a column, and the first of them. */
  readonly skipped: { readonly count: number; readonly first: readonly string[] };
  /** Numbers that a spreadsheet rounded: `8.9462E+18`. */
  readonly rounded: number;
  readonly forms: ReadonlyMap<IdForm, number>;
  /** Of a table: its columns, and which of them was taken. */
  readonly table: { readonly columns: readonly string[]; readonly at: number } | null;
}
interface IdEntry {
  readonly line: number;
  readonly place: number;
}

/** @param column of a table, from 0; `null`: the one that is named as ids are */
export function* readIdList(text: string, column: number | null): Generator<void, IdList> {
  const places = new Map<string, number>();
  const entries: IdEntry[] = [];
  const first: string[] = [];
  let overLimit = 0;
  let words = 0;
  let rounded = 0;
  let table: ReturnType<typeof tableOf> = null;
  let hasBegun = false;
  let line = 0;

  const skip = (word: string): void => {
    words += 1;
    if (first.length < MAX_SKIPPED_EXAMPLES && !first.includes(word)) first.push(word);
  };
  const take = (piece: string): void => {
    const id = withoutDecoration(piece);
    if (id === '') return;
    if (/^\d+(?:\.\d+)?E\+\d{1,3}$/i.test(id)) rounded += 1;
    else if (id.length < ID_LENGTH.min || id.length > ID_LENGTH.max || !/\d/.test(id)) skip(id);
    else if (entries.length === MAX_IDS) overLimit += 1;
    else {
      const place = places.get(id) ?? places.size;
      places.set(id, place);
      entries.push({ line, place });
    }
  };

  for (const written of linesOf(text)) {
    line += 1;
    if (line % MAX_LINES_PER_STEP === 0) yield;
    if (written.trim() === '') continue;
    if (!hasBegun) {
      hasBegun = true;
      table = tableOf(written, column);
      if (table !== null) continue;
    }
    for (const cell of table === null ? written.split(/[,;\t|]/) : [table.cellOf(written)])
      for (const piece of piecesOf(cell)) take(piece);
  }
  const forms = new Map<IdForm, number>();
  const ids = [...places.keys()];
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

/** One by one: a hundred thousand lines need not lie beside the text. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|[\n\r\u2028\u2029]/g;
  let from = 0;
  for (let met = end.exec(text); met !== null; met = end.exec(text)) {
    yield text.slice(from, met.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}

/** Longer groups of digits are ids of their own. */
const MAX_GROUP_DIGITS = 7;

/** Spaces stand between ids, or between the groups of digits of one. */
function piecesOf(cell: string): readonly string[] {
  const groups = cell.trim().split(/\s+/);
  const isGrouped =
    groups.length > 1 && groups.every((group, at) => (at === 0 ? /^["'=]*\+?\d+$/ : /^\d+["']?$/).test(group));
  return isGrouped && groups.every(({ length }) => length <= MAX_GROUP_DIGITS) ? [groups.join('')] : groups;
}

/** Without what is written around it: quotes, a spreadsheet's `="…"`, a name before it, what cannot be seen. */
function withoutDecoration(piece: string): string {
  return piece
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/^[\s"'`=([{<]+/, '')
    .replace(/^(?:eid|iccid|imsi|msisdn|iotSubscriptionId|id)[:=]["']?/i, '')
    .replace(/[\s"'`)\]}>.:]+$/, '');
}
