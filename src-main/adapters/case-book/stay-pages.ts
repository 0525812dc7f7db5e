/** Stays of a span in pieces: first those that ended, in that order, then those that last. */
import * as z from 'zod';
import type { BookReader, CaseStay } from '../../core/ports/case-book.ts';
import type { Local } from '../threads/remote.ts';
import { stateOf } from './case-columns.ts';
import type { ReadStatements } from './read-statements.ts';

const PIECE = 500;
const placeSchema = z.tuple([z.enum(['ended', 'lasting']), z.number(), z.number()]);
type Place = z.infer<typeof placeSchema>;

type Stays = Local<BookReader>['stays'];

export function staysOf(read: ReadStatements, query: Parameters<Stays>[0]): ReturnType<Stays> {
  const place: Place =
    query.after === null ? ['ended', Number.MIN_SAFE_INTEGER, 0] : placeSchema.parse(JSON.parse(query.after));
  return place[0] === 'ended' ? ended(read, query, place) : lasting(read, query, place);
}

function ended(read: ReadStatements, { from, to }: Parameters<Stays>[0], place: Place): ReturnType<Stays> {
  const rows = read.endedStays.all({ from, to, afterTo: place[1], afterSeq: place[2], limit: PIECE });
  const last = rows.length === PIECE ? rows.at(-1) : undefined;
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
    stays: rows.map(({ key, state }) => ({ key, stay: JSON.parse(state) as CaseStay })),
    next: JSON.stringify(last === undefined ? ['lasting', 0, 0] : ['ended', last.to, last.seq]),
  };
}

function lasting(read: ReadStatements, { to }: Parameters<Stays>[0], place: Place): ReturnType<Stays> {
  const cases = read.lastingStays.all({ afterSeq: place[2], limit: PIECE }).map((row) => stateOf(row));
  const last = cases.length === PIECE ? cases.at(-1) : undefined;
  return {
    stays: cases.flatMap(({ key, stay }) =>
      stay !== null && stay.to === null && stay.from <= to ? { key, stay } : [],
    ),
    next: last === undefined ? null : JSON.stringify(['lasting', 0, last.firstSeq]),
  };
}
