/** Reads the case projection. Without a database, answers are empty. */
import type { ValueCount } from '../../../../src-shared/api/cases.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { CaseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type {
  AlarmedCase,
  AttemptState,
  BoardSnapshot,
  CaseFailure,
  CaseProjectionPosition,
  CaseProjectionReader,
  CaseState,
  GroupState,
} from '../../../core/ports/case-projection.ts';
import { openForReading } from '../database.ts';
import { createDatabaseReader } from '../database-reader.ts';
import type { CallTarget, Synchronous } from '../threads/remote.ts';
import { CASE_DATABASE } from './case-database.ts';
import { authorOf, caseFromRow, decodeCodes, outcomeAt, outcomeNumber } from './case-row.ts';
import { caseFieldSql } from './case-fields.ts';
import { alarmedCaseFromRow } from './alarmed-case.ts';
import { boundKey } from './stored-key.ts';
import { listSql, encodePagePosition } from './case-query.ts';
import { GroupTally, type OpenCase } from './group-tally.ts';
import { shownAndOthers } from './other-groups.ts';
import { parseAttempt, parsePast } from './history-rows.ts';
import { preparing } from '../prepared-statement.ts';
import { type OpenRow, type ReadStatements, readStatements } from './read-statements.ts';
import { readPast } from './past-of-cause.ts';
import { readStaysPage } from './stay-pages.ts';
import { readTallies } from './tally-rows.ts';
import { MAX_PAST_ENTRIES } from './write-statements.ts';

const NO_POSITION: CaseProjectionPosition = { cursor: 0, actions: 0 };

type SynchronousReader = Synchronous<CaseProjectionReader>;
type Query<Name extends keyof CaseProjectionReader> = Parameters<CaseProjectionReader[Name]>[0];

/** @throws AppError STORE_… */
export function openCaseProjectionReader(path: string): SynchronousReader & CallTarget {
  const reader = createDatabaseReader({
    path,
    open: () => openForReading(CASE_DATABASE, path),
    prepare: (database) => ({ database, read: readStatements(database) }),
    closesOnError: true,
  });

  return {
    position(): CaseProjectionPosition {
      return reader.read(
        () => NO_POSITION,
        ({ read }) => read.position.get() ?? NO_POSITION,
      );
    },
    /** @throws AppError STORE_LOST if the projection was never started: an empty board would show that all is well */
    board(now: number, since: number): BoardSnapshot {
      return reader.read<BoardSnapshot>(neverStarted, ({ read }) => {
        const position = read.position.get() ?? neverStarted();
        const tallies = new Map<number, GroupTally>();
        const textOf = sharedTexts(read);
        for (const row of read.openCases.all()) {
          let tally = tallies.get(row[0]);
          if (tally === undefined) tallies.set(row[0], (tally = new GroupTally(now)));
          tally.add(openCase(row, textOf));
        }
        const only = (id: number): CaseState | null => read.caseById.all(id).map((row) => caseFromRow(row))[0] ?? null;
        return {
          position,
          ...shownAndOthers(
            [...tallies].flatMap(([cause, tally]) => {
              const state = read.group.get(cause);
              // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of ours
              return (state === undefined ? null : tally.aggregate(JSON.parse(state) as GroupState, only)) ?? [];
            }),
          ),
          endedWell: read.endedWell.get(since) ?? 0,
        };
      });
    },
    sparks({ keys, from, stepMs, steps }: Query<'sparks'>): ReturnType<SynchronousReader['sparks']> {
      const sparks = keys.map((key) => ({ key, counts: Array.from({ length: steps }, () => 0) }));
      return reader.read(
        () => sparks,
        ({ read }) => {
          for (const { key, counts } of sparks) {
            const span = { key, from, to: from + stepMs * steps, stepMs };
            for (const { step, count } of [...read.failedAttempts.all(span), ...read.failedCases.all(span)])
              counts[step] = (counts[step] ?? 0) + count;
          }
          return sparks;
        },
      );
    },
    list(query: Query<'list'>): ReturnType<SynchronousReader['list']> {
      return reader.read(
        () => ({ cases: [], next: null, total: 0, outcomes: null }),
        ({ database, read }) => {
          const named = idsOf(read, query.named);
          const { page, total, outcomes, bound } = listSql(query, named);
          const rows = preparing(database)
            .prepare<[typeof bound], { id: number; first: number; second: number; seq: number }>(page)
            .all(bound);
          const last = rows.length > query.limit ? rows[query.limit - 1] : undefined;
          return {
            cases: rows.slice(0, query.limit).flatMap(({ id }) => read.caseById.all(id).map((row) => caseFromRow(row))),
            next: last === undefined ? null : encodePagePosition(query.sort, [last.first, last.second, last.seq]),
            total: preparing(database).prepareScalar<[typeof bound], number>(total).get(bound) ?? 0,
            outcomes:
              outcomes === null
                ? null
                : withNames(
                    preparing(database)
                      .prepare<[typeof bound], { outcome: number; count: number }>(outcomes)
                      .all(bound),
                  ),
          };
        },
      );
    },
    values({ by, across, ...query }: Query<'values'>): ReturnType<SynchronousReader['values']> {
      return reader.read(
        () => [],
        ({ database, read }) => {
          const named = idsOf(read, query.named);
          const fields = across === null ? [by] : [by, across];
          const { values, bound } = listSql({ ...query, sort: 'newest', after: null, limit: 0 }, named, fields);
          const counts = new Map<string, ValueCount>();
          for (const row of preparing(database).prepare<[typeof bound], ValueCount>(values).all(bound))
            for (const value of caseFieldSql[by].valuesIn(row.value))
              for (const other of across === null ? [null] : caseFieldSql[across].valuesIn(row.across)) {
                const key = JSON.stringify([value, other]);
                const { count, failedResources } = counts.get(key) ?? { count: 0, failedResources: 0 };
                counts.set(key, {
                  value,
                  across: other,
                  count: count + row.count,
                  failedResources: failedResources + row.failedResources,
                });
              }
          return [...counts.values()].toSorted((one, other) => other.count - one.count);
        },
      );
    },
    failures(query: Query<'failures'>): CaseFailure[] {
      return reader.read(
        () => [],
        ({ database, read }) => {
          const named = idsOf(read, query.named);
          const { failures, bound } = listSql({ ...query, sort: 'newest', after: null, limit: 0 }, named);
          return preparing(database).prepare<[typeof bound], CaseFailure>(failures).all(bound);
        },
      );
    },
    cases(keys: readonly CaseKey[]): CaseState[] {
      return reader.read(
        () => [],
        ({ read }) => keys.flatMap((key) => stateIn(read, key)),
      );
    },
    alarmedCases(keys: readonly CaseKey[]): AlarmedCase[] {
      return reader.read(
        () => [],
        ({ read }) => keys.flatMap((key) => read.alarmedCase.all(...boundKey(key)).map(alarmedCaseFromRow)),
      );
    },
    histories(query: Query<'histories'>): ReturnType<SynchronousReader['histories']> {
      return reader.read(
        () => ({ cases: [], next: null }),
        ({ read }) => {
          const rows = read.nextCases.all(query);
          const cases = rows.map((row) => {
            const state = caseFromRow(row);
            const isFirst = state.run.number === 1;
            return { state, earlier: isFirst ? [] : earlierAttempts(read, state.key, MAX_PAST_ENTRIES, row.past) };
          });
          return { cases, next: rows.length < query.limit ? null : (rows.at(-1)?.id ?? null) };
        },
      );
    },
    attempts(key: CaseKey, limit: number): AttemptState[] {
      return reader.read(
        () => [],
        ({ read }) => earlierAttempts(read, key, Math.min(limit, MAX_PAST_ENTRIES)),
      );
    },
    stays(query: Query<'stays'>): ReturnType<SynchronousReader['stays']> {
      return reader.read(
        () => ({ stays: [], next: null }),
        ({ read }) => readStaysPage(read, query, sharedTexts(read)),
      );
    },
    requestOutcomes(span: Query<'requestOutcomes'>): ReturnType<SynchronousReader['requestOutcomes']> {
      return reader.read(
        () => [],
        ({ read }) => withNames(read.requestOutcomes.all(span)),
      );
    },
    requestsWithOutcome(query: Query<'requestsWithOutcome'>): ReturnType<SynchronousReader['requestsWithOutcome']> {
      return reader.read(
        () => [],
        ({ read }) => read.requestsWithOutcome.all({ ...query, outcome: outcomeNumber(query.outcome) }),
      );
    },
    tallies(query: Query<'tallies'>): ReturnType<SynchronousReader['tallies']> {
      return reader.read(
        () => [],
        ({ read }) => readTallies(read, query, sharedTexts(read)),
      );
    },
    openRetries(span: Query<'openRetries'>): ReturnType<SynchronousReader['openRetries']> {
      return reader.read(
        () => [],
        ({ read }) => read.openRetries.all(span),
      );
    },
    openAfterRetries(query: Query<'openAfterRetries'>): CaseState[] {
      return reader.read(
        () => [],
        ({ read }) =>
          read.openAfterRetries.all(query).flatMap((id) => read.caseById.all(id).map((row) => caseFromRow(row))),
      );
    },
    toldBy(events: Query<'toldBy'>): ReturnType<SynchronousReader['toldBy']> {
      return reader.read(
        () => [],
        ({ read }) =>
          events.flatMap(({ key, seq }) => {
            const state = stateIn(read, key)[0];
            const run = state === undefined ? undefined : attemptToldBy(read, state, seq);
            return state === undefined || run === undefined ? [] : [{ seq, state: { ...state, run } }];
          }),
      );
    },
    pastOf(query: Query<'pastOf'>): ReturnType<SynchronousReader['pastOf']> {
      return reader.read(
        () => ({ stays: [], retries: [] }),
        ({ read }) => readPast(read, query),
      );
    },
    close: () => reader.close(),
  };
}

function neverStarted(): never {
  throw appError('STORE_LOST', {});
}

function idsOf(read: ReadStatements, named: Query<'list'>['named'] = []): number[][] {
  return named.map((keys) => keys.flatMap((key) => read.idOfCase.get(...boundKey(key)) ?? []));
}

function stateIn(read: ReadStatements, key: CaseKey): CaseState[] {
  return read.case.all(...boundKey(key)).map((row) => caseFromRow(row));
}

function attemptToldBy(read: ReadStatements, { key, run }: CaseState, seq: number): AttemptState | undefined {
  if (run.toldSeq === seq) return run;
  return earlierAttempts(read, key, MAX_PAST_ENTRIES).find((attempt) => attempt.toldSeq === seq);
}

/** Newest first. @param past of the row of the case */
function earlierAttempts(
  read: ReadStatements,
  key: CaseKey,
  limit: number,
  past = read.past.get(...boundKey(key)) ?? null,
): AttemptState[] {
  const others = read.attempts.all(...boundKey(key), limit).map((row) => parseAttempt(row));
  return [...others, ...parsePast(past)].toSorted((one, other) => other.number - one.number).slice(0, limit);
}

function withNames(counts: readonly { readonly outcome: number; readonly count: number }[]) {
  return counts.map(({ outcome, count }) => ({ outcome: outcomeAt(outcome), count }));
}

/** Reads each text once, because many open cases have the same. */
function sharedTexts(read: ReadStatements) {
  const known = new Map<number, string | null>();
  return (number: number | null): string | null => {
    if (number === null) return null;
    let text = known.get(number);
    if (text === undefined) known.set(number, (text = read.text.get(number) ?? null));
    return text;
  };
}

function openCase(row: OpenRow, textOf: (number: number | null) => string | null): OpenCase {
  const [errorCode, codes] = [row[10], row[11]];
  return {
    id: row[1],
    consequence: row[2],
    outcome: outcomeAt(row[3]),
    openedAt: row[4],
    failedAt: row[5],
    failedSeq: row[6],
    country: row[7],
    owner: authorOf(row[8], row[9]),
    otherCodes: codes === errorCode ? [] : otherCodes(decodeCodes(textOf(codes)), textOf(errorCode)),
    iccid: row[12],
    failedResources: row[13],
    resources: row[14],
    remindAt: row[15],
    mutedUntil: row[16],
    ownedAt: row[17],
  };
}

function otherCodes(codes: readonly string[], errorCode: string | null): string[] {
  return [...new Set(codes)].filter((code) => code !== errorCode && code !== '');
}
