/**
 * Stays of a span in pieces: first those that last, then those that ended, in that order. One that ends between two pieces
 * is told twice and never missing.
 */
import * as z from 'zod';
import type { BookReader, CaseStay } from '../../core/ports/case-book.ts';
import type { Local } from '../threads/remote.ts';
import { stateOf } from './case-columns.ts';
import type { ReadStatements } from './read-statements.ts';

const PIECE = 500;
const placeSchema = z.tuple([z.enum(['lasting', 'ended']), z.number(), z.number()]);
type Place = z.infer<typeof placeSchema>;

type Stays = Local<BookReader>['stays'];

export function staysOf(read: ReadStatements, query: Parameters<Stays>[0]): ReturnType<Stays> {
  const place: Place = query.after === null ? ['lasting', 0, 0] : placeSchema.parse(JSON.parse(query.after));
  return place[0] === 'lasting' ? lasting(read, query, place) : ended(read, query, place);
}

function lasting(read: ReadStatements, query: Parameters<Stays>[0], place: Place): ReturnType<Stays> {
  const cases = read.lastingStays.all({ afterSeq: place[2], limit: PIECE }).map((row) => stateOf(row));
  const last = cases.length === PIECE ? cases.at(-1) : undefined;
  const stays = cases.flatMap(({ key, stay }) =>
    stay !== null && stay.to === null && stay.from <= query.to ? { key, stay } : [],
  );
  if (last !== undefined) return { stays, next: JSON.stringify(['lasting', 0, last.firstSeq]) };
  const others = ended(read, query, ['ended', Number.MIN_SAFE_INTEGER, 0]);
  return { stays: [...stays, ...others.stays], next: others.next };
}

function ended(read: ReadStatements, { from, to }: Parameters<Stays>[0], place: Place): ReturnType<Stays> {
  const rows = read.endedStays.all({ from, to, afterTo: place[1], afterSeq: place[2], limit: PIECE });
  const last = rows.length === PIECE ? rows.at(-1) : undefined;
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
    stays: rows.map(({ key, state }) => ({ key, stay: JSON.parse(state) as CaseStay })),
    next: last === undefined ? null : JSON.stringify(['ended', last.to, last.seq]),
  };
}
