import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openCaseProjectionReader } from '../../../../../src-main/adapters/sqlite/cases/case-reader.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

test('[STORE-11] kill -9 during a commit loses no reported commit and keeps no part of that one', async () => {
  const path = join(temporaryDirectory(), 'cases.db');
  const child = fork(fileURLToPath(new URL('./committing-child.ts', import.meta.url)), [path]);
  const [, signal]: unknown[] = await once(child, 'exit');
  const reader = openCaseProjectionReader(path);
  onTestFinished(() => reader.close());
  const all = { cause: null, find: '', since: null, sort: 'newest', after: null, limit: 1 } as const;
  const { cases, total } = reader.list({ kind: 'localization', of: 'all', ...all });
  expect([signal, reader.position(), total, cases[0]?.firstSeq]).toEqual([
    'SIGKILL',
    { cursor: 40, actions: 0 },
    400,
    409,
  ]);
  const { stays } = reader.stays({ from: 0, to: 1_000_000, after: null });
  expect(stays.filter(({ stay }) => stay.to !== null)).toHaveLength(40);
});
