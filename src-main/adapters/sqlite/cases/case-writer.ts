/** After damage, the failed call is repeated with an empty projection, and the projector restarts. */
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
import { isKeptInCase, serializeAttempt, serializePast, serializeStay } from './history-rows.ts';
import { caseFromRow, caseRowValues } from './case-row.ts';
import { boundKey, keyHash } from './stored-key.ts';
import { putTally } from './tally-rows.ts';
import { MAX_PAST_ENTRIES, type WriteStatements, writeStatements } from './write-statements.ts';

const CASES_PER_BATCH = 2_000;
const MAX_KNOWN_NUMBERS = 20_000;

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
  /** Since the check of the first case. */
  let hasRemoved = false;
  /** Numbers of the texts of the last commits. */
  let knownNumbers = new Map<string, number>();
  const writer = createDatabaseWriter(CASE_DATABASE, path, minFreeBytes, writeStatements);

  return {
    position(basis: CaseProjectionBasis): CaseProjectionPosition {
      const text = JSON.stringify([basis.version, basis.events]);
      return writer.write((statements, database) => {
        const stored = statements.position.get();
        if (stored?.basis === text) return { cursor: stored.cursor, actions: stored.actions };
        if (stored !== undefined) emptyTables(database);
        knownNumbers = new Map();
        statements.begin.run(text);
        return { cursor: 0, actions: 0 };
      });
    },
    cases(keys: readonly CaseKey[]): CaseState[] {
      // Most keys have no case yet, so one call asks for all.
      const hashes = JSON.stringify(keys.map(keyHash));
      const rows = writer.write((statements) => statements.casesByHash.all(hashes));
      const found = new Map(rows.map((row) => [row.key, row]));
      return keys.map((key) => found.get(key)).flatMap((row) => (row === undefined ? [] : [caseFromRow(row)]));
    },
    groups(): GroupState[] {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
      return writer.write((statements) => statements.groups.all().map((text) => JSON.parse(text) as GroupState));
    },
    openCasesOf(cause: CauseKey): CaseKey[] {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
      return writer.write((statements) => statements.openOf.all(cause) as CaseKey[]);
    },
    commit({ from, to, cases, groups, attempts, stays, resumedStays, tallies }: CaseProjectionCommit): boolean {
      writer.assertFreeDisk();
      let numbers = new Map<string, number>();
      const isCommitted = writer.write((statements) => {
        const stored = statements.position.get();
        if (stored?.cursor !== from.cursor || stored.actions !== from.actions) return false;
        // A commit that fails, or is repeated with an empty projection, must not leave numbers behind.
        numbers = knownNumbers;
        knownNumbers = new Map();
        const numberOf = textNumbers(statements, numbers);
        const pastOf = new Map<CaseKey, string>();
        for (const past of attempts) {
          if (!isKeptInCase(past)) continue;
          const before = pastOf.get(past.key);
          const serialized = serializePast(past.attempt);
          pastOf.set(past.key, before === undefined ? serialized : `${before},${serialized}`);
        }
        // In the order of the rows, so that each page is read and written once.
        for (const state of cases.toSorted((one, other) => one.firstSeq - other.firstSeq)) {
          const values = caseRowValues(state, numberOf);
          values.push(pastOf.get(state.key) ?? null);
          pastOf.delete(state.key);
          statements.putCase.run(values);
        }
        for (const state of groups) {
          const { owner, touchedAt } = state.standing;
          statements.putGroup.run(
            numberOf(state.key),
            owner?.name.toLowerCase() ?? null,
            touchedAt,
            JSON.stringify(state),
          );
        }
        const idOf = caseIds(statements, cases);
        for (const [key, past] of pastOf) statements.addPast.run(past, idOf(key));
        for (const past of attempts) {
          if (isKeptInCase(past)) continue;
          const { key, attempt, cause } = past;
          const failedAt = cause === null ? null : attempt.to;
          const id = idOf(key);
          const causeNumber = cause === null ? null : numberOf(cause);
          statements.putAttempt.run(id, attempt.number, causeNumber, failedAt, serializeAttempt(attempt, failedAt));
          if (attempt.number > MAX_PAST_ENTRIES) statements.trimAttempts.run(id, attempt.number - MAX_PAST_ENTRIES);
        }
        for (const { key, fromSeq } of resumedStays) statements.removeStay.run(idOf(key), fromSeq);
        for (const { key, stay } of stays) {
          const { cause, from: fromAt, fromSeq, to: toAt } = stay;
          const id = idOf(key);
          statements.putStay.run(id, numberOf(cause), toAt ?? fromAt, fromSeq, fromAt, serializeStay(stay));
          statements.trimStays.run({ id, most: MAX_PAST_ENTRIES });
        }
        for (const tally of tallies) putTally(statements, tally, numberOf);
        statements.updatePosition.run(to.cursor, to.actions);
        return true;
      });
      if (numbers.size <= MAX_KNOWN_NUMBERS) knownNumbers = numbers;
      return isCommitted;
    },
    removeExpired({ failures, successes }: Parameters<CaseProjectionWriter['removeExpired']>[0]): boolean {
      return writer.write((statements) => {
        const batch = { after: checkedThroughId, limit: CASES_PER_BATCH, failures, successes };
        const checked = statements.casesAfter.all(batch);
        for (const { id, isExpired } of checked) {
          if (isExpired === 0) continue;
          statements.removeAttempts.run(id);
          statements.removeStays.run(id);
          statements.removeCase.run(id);
          hasRemoved = true;
        }
        const isOver = checked.length < CASES_PER_BATCH;
        checkedThroughId = isOver ? 0 : (checked.at(-1)?.id ?? 0);
        if (isOver) {
          statements.removeExpiredGroups.run(failures);
          // Reads all rows, so only if there may be some.
          if (hasRemoved) statements.removeUnusedTexts.run();
          knownNumbers = new Map();
          hasRemoved = false;
        }
        return !isOver;
      });
    },
    replace: (file) => writer.replace(file),
    close: () => writer.close(),
  };
}

/** Returns the number of a text. A text without a number gets a new one. */
function textNumbers({ textNumber, addText }: WriteStatements, known: Map<string, number>) {
  return (text: string): number => {
    const before = known.get(text);
    if (before !== undefined) return before;
    let number = textNumber.get(text);
    if (number === undefined) {
      const folded = text.toLowerCase();
      number = Number(addText.run(text, ONLY_ASCII.test(text) || folded === text ? null : folded).lastInsertRowid);
    }
    known.set(text, number);
    return number;
  };
}

/** LIKE ignores the case of these letters only. */
const ONLY_ASCII = /^[\0-\x7f]*$/;

/** Returns the row of a case. Most attempts and stays are of cases in the same commit. */
function caseIds({ caseId }: WriteStatements, cases: readonly CaseState[]) {
  const known = new Map(cases.map(({ key, firstSeq }) => [key, firstSeq]));
  return (key: CaseKey): number => {
    const id = known.get(key) ?? caseId.get(...boundKey(key));
    if (id === undefined) throw new Error(`There is no case ${key}.`);
    return id;
  };
}
