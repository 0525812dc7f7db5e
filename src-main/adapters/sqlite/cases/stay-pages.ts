/**
 * Reads the stays of a time span in pages: first those that have not ended, then the others by their end. A stay that
 * ends between two pages is returned twice, but is never missing.
 */
import * as z from 'zod';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { CaseProjectionReader } from '../../../core/ports/case-projection.ts';
import type { Synchronous } from '../threads/remote.ts';
import { currentStay } from './case-row.ts';
import { packedStays, parseStay } from './history-rows.ts';
import type { ReadStatements } from './read-statements.ts';

/** Fewer pages cross the threads faster. */
const PAGE_SIZE = 2_000;
/** A report reads all open cases, and each page has to find its first one among all of them. */
const ONGOING_PAGE_SIZE = 25_000;
const staysPositionSchema = z.tuple([z.enum(['lasting', 'ended']), z.number(), z.number()]);
type StaysPosition = z.infer<typeof staysPositionSchema>;

type Stays = Synchronous<CaseProjectionReader>['stays'];
type StaysQuery = Parameters<Stays>[0];
type StaysPage = ReturnType<Stays>;

type TextOf = (number: number | null) => string | null;

export function readStaysPage(read: ReadStatements, query: StaysQuery, textOf: TextOf): StaysPage {
  const position: StaysPosition =
    query.after === null ? ['lasting', 0, 0] : staysPositionSchema.parse(JSON.parse(query.after));
  const page = position[0] === 'lasting' ? ongoingStaysPage : endedStaysPage;
  return page(read, query, position, textOf);
}

function ongoingStaysPage(read: ReadStatements, query: StaysQuery, position: StaysPosition, textOf: TextOf): StaysPage {
  const statement = query.isThinned === true ? read.thinnedOngoingStays : read.ongoingStays;
  const rows = statement.all({ from: query.from, afterSeq: position[2], limit: ONGOING_PAGE_SIZE });
  const last = rows.length === ONGOING_PAGE_SIZE ? rows.at(-1) : undefined;
  const parse = packedStays();
  const stays = rows.flatMap((row) => {
    const stay = currentStay(row, textOf, parse);
    return stay !== null && stay.to === null && stay.from <= query.to ? { key: row[1], stay } : [];
  });
  if (last !== undefined) return { stays, next: JSON.stringify(['lasting', 0, last[0]]) };
  const others = endedStaysPage(read, query, ['ended', Number.MIN_SAFE_INTEGER, 0], textOf);
  return { stays: [...stays, ...others.stays], next: others.next };
}

function endedStaysPage(
  read: ReadStatements,
  { from, to }: StaysQuery,
  position: StaysPosition,
  textOf: TextOf,
): StaysPage {
  const rows = read.endedStays.all({ from, to, afterTo: position[1], afterSeq: position[2], limit: PAGE_SIZE });
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  const parse = packedStays();
  return {
    stays: rows.map(([key, cause, startedAt, endedAt, seq, state]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of ours
      const row = { cause: textOf(cause) as CauseKey, from: startedAt, to: endedAt, seq, state };
      return { key, stay: parseStay(row, parse) };
    }),
    next: last === undefined ? null : JSON.stringify(['ended', last[3], last[4]]),
  };
}
