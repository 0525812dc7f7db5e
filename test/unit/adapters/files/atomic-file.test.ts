import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFileAtomically } from '../../../../src-main/adapters/files/atomic-file.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

test('an atomic write removes what killed writers of the same file left, and nothing else', async () => {
  const folder = temporaryDirectory();
  const path = join(folder, 'views.json');
  const left = ['views.json.0123abcd.new', 'views.json.89abcdef.new'];
  const others = ['views.json.00000000.new', 'views.json.bak.new', 'alarms.json.0123abcd.new', 'views.json'];
  for (const name of [...left, ...others]) writeFileSync(join(folder, name), name);
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const name of [...left, 'views.json.bak.new', 'alarms.json.0123abcd.new'])
    utimesSync(join(folder, name), yesterday, yesterday);
  await writeFileAtomically(path, 'new');
  expect(readdirSync(folder).toSorted()).toEqual(others.toSorted());
  expect(readFileSync(path, 'utf8')).toBe('new');
});
