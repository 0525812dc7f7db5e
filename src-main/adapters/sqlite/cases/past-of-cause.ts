/** Reads how earlier cases with a cause ended, and the attempts that followed its failures. */
import type { Retry } from '../../../../src-shared/domain/quality/cause-past.ts';
import type { AttemptState, CaseProjectionReader } from '../../../core/ports/case-projection.ts';
import type { Synchronous } from '../threads/remote.ts';
import { caseFromRow } from './case-row.ts';
import { parseAttempt, parsePast, parseStay } from './history-rows.ts';
import type { ReadStatements } from './read-statements.ts';

type PastOf = Synchronous<CaseProjectionReader>['pastOf'];

export function readPast(read: ReadStatements, { cause, before, limit }: Parameters<PastOf>[0]): ReturnType<PastOf> {
  const stays = read.pastStays.all({ cause, before, limit }).map((row) => {
    const { from, to, ended } = parseStay(row);
    return { from, to: to ?? from, ended: ended ?? ('moved' as const) };
  });
  const retries = read.retries
    .all({ cause, limit })
    .flatMap(({ failedAt, id, failedNumber, number, nextFailedAt, state, past }): Retry[] => {
      const next =
        number === null || state === null
          ? (parsePast(past).find((attempt) => attempt.number === failedNumber + 1) ?? lastAttempt(read, id))
          : parseAttempt({ number, failedAt: nextFailedAt, state });
      return next === undefined ? [] : [{ waitedMs: next.from - failedAt, outcome: next.outcome }];
    });
  return { stays, retries };
}

function lastAttempt(read: ReadStatements, id: number): AttemptState | undefined {
  const [row] = read.caseById.all(id);
  return row === undefined ? undefined : caseFromRow(row).run;
}
