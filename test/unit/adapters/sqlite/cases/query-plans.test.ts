import { failedTerm } from '../../../../../src-shared/domain/cases/case-search-terms.ts';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { CASE_DATABASE } from '../../../../../src-main/adapters/sqlite/cases/case-database.ts';
import { openForWriting } from '../../../../../src-main/adapters/sqlite/database.ts';
import { openCaseProjectionWriter } from '../../../../../src-main/adapters/sqlite/cases/case-writer.ts';
import { listSql, type ListQuery } from '../../../../../src-main/adapters/sqlite/cases/case-query.ts';
import { readStatements } from '../../../../../src-main/adapters/sqlite/cases/read-statements.ts';
import { writeStatements } from '../../../../../src-main/adapters/sqlite/cases/write-statements.ts';
import { causeKey } from '../../../../../src-shared/domain/cases/case-keys.ts';
import {
  aCaseState,
  aProjectionCommit,
  aGroupState,
  allocationFailure,
  anAttempt,
  aStay,
  aSucceededCase,
  OPEN_CASES,
} from '../../../../doubles/case-states.ts';

/**
 * Accepted scans: all groups, of which there is one per cause; the texts that cases share; `book`, which has one row; and
 * all open cases for the board; the values of a bound list.
 */
const SMALL =
  /^SCAN (cause_group|shared_text|book)\b|^SCAN case_file USING (COVERING )?INDEX case_open$|^SCAN CONSTANT ROW$|^SCAN json_each /;

const query = (changes: Partial<ListQuery> = {}): ListQuery => ({ ...OPEN_CASES, sort: 'newest', ...changes });

describe('[CASE-16] the plan of a frequent query', () => {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-book-'));
  const path = join(directory, 'cases.db');
  let database: Database;

  beforeAll(() => {
    const writer = openCaseProjectionWriter(path, { minFreeBytes: 0 });
    writer.position({ version: '1', events: 'one' });
    const cases = Array.from({ length: 3_000 }, (_, index) =>
      index % 30 === 0 ? aCaseState(index + 1) : aSucceededCase(index + 1),
    );
    const attempts = cases.map(({ key, firstSeq }) => ({
      key,
      attempt: anAttempt(firstSeq),
      cause: causeKey(allocationFailure),
    }));
    const stays = cases.map(({ key, firstSeq }) => ({ key, stay: aStay(firstSeq, { to: 9, ended: 'well' as const }) }));
    writer.commit(aProjectionCommit(1, { cases, attempts, stays, groups: [aGroupState(allocationFailure)] }));
    writer.close();
    database = openForWriting(CASE_DATABASE, path);
    database.exec('ANALYZE');
  });
  afterAll(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });

  const plan = (source: string): string[] => {
    // The plan does not depend on values, but each parameter needs one.
    const sql = source.replaceAll(/(?<![\w'])[:?]\w*(?=[\s,)]|$)/g, 'NULL');
    return database
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail);
  };

  it('uses an index: no statement reads every case', () => {
    // Texts that no case needs any more are removed at most once an hour, after the last expired case.
    const { removeUnusedTexts: _removed, ...written } = writeStatements(database);
    const statements = { ...readStatements(database), ...written };
    const scans = Object.entries(statements).flatMap(([name, made]) =>
      [made]
        .flat()
        .flatMap(({ source }) => plan(source))
        .filter((step) => step.startsWith('SCAN') && !SMALL.test(step))
        .map((step) => `${name}: ${step}`),
    );
    expect(scans).toEqual([]);
  });

  it('for open cases reads only their index, for every order and search word', () => {
    const queries = [
      ...(['newest', 'worst', 'waiting'] as const).map((sort) => query({ sort })),
      query({ find: 'a code:73 country:no user:r target:p outcome:failed' }),
      query({ cause: causeKey(allocationFailure) }),
      query({ find: 'owner:ines', after: 'newest:[1,2,3]' }),
    ];
    const steps = queries.flatMap((one) => [listSql(one).page, listSql(one).total]).flatMap(plan);
    const ofCases = steps.filter((step) => /\bc\b/.test(step));
    expect(new Set(ofCases.map((step) => /(COVERING )?INDEX \w+/.exec(step)?.[0] ?? step))).toEqual(
      new Set(['COVERING INDEX case_open']),
    );
  });

  it('for all cases, newest first, continues where the last page ended and sorts nothing', () => {
    const steps = plan(listSql(query({ of: 'all', after: 'newest:[-5,0,5]' })).page);
    expect(plan(listSql(query({ of: 'all' })).total)).toEqual(['SEARCH c USING COVERING INDEX case_newest (kind=?)']);
    expect(steps).toEqual(['SEARCH c USING COVERING INDEX case_newest (kind=? AND last_seq<?)']);
  });

  it('for the failures of a group, and the cases of an episode, reads only its cases and their attempts', () => {
    const all = query({ of: 'all', cause: causeKey(allocationFailure), find: failedTerm(0, 1) });
    const reads = [listSql(all).failures, listSql(all).total]
      .flatMap(plan)
      .filter((step) => /\b(?:c|attempt)\b/.test(step));
    expect(new Set(reads.map((step) => step.replace(' AND failed_at>?', '')))).toEqual(
      new Set(['SEARCH c USING INDEX case_cause (cause=?)', 'SEARCH attempt USING PRIMARY KEY (case_id=?)']),
    );
  });

  it('for the outcomes of all requests, reads an index that has them', () => {
    const { outcomes } = listSql(query({ kind: 'request', of: 'all' }));
    expect(plan(outcomes ?? '')[0]).toBe('SCAN c USING COVERING INDEX case_request');
  });
});
