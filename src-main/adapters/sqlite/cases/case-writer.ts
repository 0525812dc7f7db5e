/** Writes the case projection. After damage, the failed call is repeated with an empty one, and the projector restarts. */
import { dirname } from 'node:path';
import type { CaseKey, CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type {
  CaseProjectionBasis,
  CaseProjectionCommit,
  CaseProjectionPosition,
  CaseProjectionWriter,
  CaseState,
  GroupState,
} from '../../../core/ports/case-projection.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import { createDatabaseWriter, MIN_FREE_BYTES, type ReplaceableDatabase } from '../database-writer.ts';
import type { CallTarget, Synchronous } from '../threads/remote.ts';
import { CASE_DATABASE, copyDatabase } from './case-database.ts';
import { emptyTables } from './case-schema.ts';
import { serializeAttempt, serializeStay } from './history-rows.ts';
import { caseFromRow, caseRowValues } from './case-row.ts';
import { MAX_PAST_ENTRIES, writeStatements } from './write-statements.ts';

const CASES_PER_BATCH = 2_000;

export interface CaseProjectionWorkerWriter extends CaseProjectionWriter, ReplaceableDatabase {}

export interface CaseProjectionWriterOptions {
  readonly copyFrom?: string | null;
  readonly minFreeBytes?: number;
}

/** @throws AppError STORE_UNWRITABLE */
export function openCaseProjectionWriter(
  path: string,
  { copyFrom = null, minFreeBytes = MIN_FREE_BYTES }: CaseProjectionWriterOptions = {},
): Synchronous<CaseProjectionWorkerWriter> & CallTarget {
  // A writer that is started again after its thread died already has its copy.
  if (copyFrom !== null && fileIdAt(dirname(path)) === null) copyDatabase(copyFrom, path);
  let checkedThroughId = 0;
  const writer = createDatabaseWriter(CASE_DATABASE, path, minFreeBytes, writeStatements);

  return {
    position(basis: CaseProjectionBasis): CaseProjectionPosition {
      const text = JSON.stringify([basis.version, basis.events]);
      return writer.write((statements, database) => {
        const stored = statements.position.get();
        if (stored?.basis === text) return { cursor: stored.cursor, facts: stored.facts };
        if (stored !== undefined) emptyTables(database);
        statements.begin.run(text);
        return { cursor: 0, facts: 0 };
      });
    },
    cases(keys: readonly CaseKey[]): CaseState[] {
      return writer.write((statements) =>
        keys.flatMap((key) => statements.case.all(key).map((row) => caseFromRow(row))),
      );
    },
    groups(): GroupState[] {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
      return writer.write((statements) => statements.groups.all().map((text) => JSON.parse(text) as GroupState));
    },
    openCasesOf(cause: CauseKey): CaseKey[] {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
      return writer.write((statements) => statements.openOf.all(cause) as CaseKey[]);
    },
    commit({ from, to, cases, groups, attempts, stays, resumedStays }: CaseProjectionCommit): boolean {
      writer.assertFreeDisk();
      return writer.write((statements) => {
        const stored = statements.position.get();
        if (stored?.cursor !== from.cursor || stored.facts !== from.facts) return false;
        const causeIdOf = causeIds(statements);
        for (const state of cases) statements.putCase.run(...caseRowValues(state, causeIdOf(state.cause)));
        for (const state of groups) {
          const { owner, touchedAt } = state.standing;
          statements.putGroup.run(
            causeIdOf(state.key),
            owner?.name.toLowerCase() ?? null,
            touchedAt,
            JSON.stringify(state),
          );
        }
        const idOf = (key: CaseKey): number => {
          const id = statements.caseId.get(key);
          if (id === undefined) throw new Error(`There is no case ${key}.`);
          return id;
        };
        for (const { key, attempt, cause } of attempts) {
          const failedAt = cause === null ? null : attempt.to;
          const id = idOf(key);
          statements.putAttempt.run(id, attempt.number, causeIdOf(cause), failedAt, serializeAttempt(attempt));
          if (attempt.number > MAX_PAST_ENTRIES) statements.trimAttempts.run(id, attempt.number - MAX_PAST_ENTRIES);
        }
        for (const { key, fromSeq } of resumedStays) statements.removeStay.run(idOf(key), fromSeq);
        for (const { key, stay } of stays) {
          const id = idOf(key);
          statements.putStay.run(id, stay.to ?? stay.from, stay.fromSeq, stay.from, serializeStay(stay));
          statements.trimStays.run({ id, most: MAX_PAST_ENTRIES });
        }
        statements.updatePosition.run(to.cursor, to.facts);
        return true;
      });
    },
    removeExpired({ failures, successes }: Parameters<CaseProjectionWriter['removeExpired']>[0]): boolean {
      return writer.write((statements) => {
        const to = checkedThroughId + CASES_PER_BATCH;
        for (const id of statements.expiredCases.all({ after: checkedThroughId, to, failures, successes })) {
          statements.removeAttempts.run(id);
          statements.removeStays.run(id);
          statements.removeCase.run(id);
        }
        const isOver = to >= (statements.lastId.get() ?? 0);
        checkedThroughId = isOver ? 0 : to;
        if (isOver) {
          statements.removeExpiredGroups.run(failures);
          statements.removeUnusedCauses.run();
        }
        return !isOver;
      });
    },
    replace: (file) => writer.replace(file),
    close: () => writer.close(),
  };
}

/** Returns the number of a cause, which is a new one for a cause without a number. */
function causeIds({ causeId, addCause }: ReturnType<typeof writeStatements>) {
  const known = new Map<CauseKey, number>();
  function idOf(key: CauseKey): number;
  function idOf(key: CauseKey | null): number | null;
  function idOf(key: CauseKey | null): number | null {
    if (key === null) return null;
    let id = known.get(key) ?? causeId.get(key);
    if (id === undefined) {
      addCause.run(key);
      id = causeId.get(key);
    }
    if (id === undefined) throw new Error(`The cause ${key} was not stored.`);
    known.set(key, id);
    return id;
  }
  return idOf;
}
