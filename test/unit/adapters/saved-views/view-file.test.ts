import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createViewFiles } from '../../../../src-main/adapters/saved-views/list-file.ts';
import type { StoreIdentity } from '../../../../src-main/core/ports/event-store.ts';
import { parseViews, printViews } from '../../../../src-shared/domain/saved-view.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { aView } from '../../../doubles/saved-views.ts';
import { rounds } from '../../../support/breadth.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const storeIdentity: StoreIdentity = {
  id: profileIdSchema.parse('acme-europe'),
  name: 'Acme',
  practice: false,
  source: '',
};

function viewFiles() {
  const directory = join(temporaryDirectory(), 'acme');
  return { directory, path: join(directory, 'views.json'), files: createViewFiles(() => directory) };
}

describe('the file of saved views', () => {
  test('does not exist until a view is saved, and only this user can read it', async () => {
    const { files, path, directory } = viewFiles();
    expect(await files.read(storeIdentity)).toEqual([]);
    const views = [aView('a', 'code:70 -operation:ENABLED'), aView('b', 'since:-2h "timed out"')];
    await files.write(storeIdentity, views);
    expect(await files.read(storeIdentity)).toEqual(views);
    expect(readdirSync(directory)).toEqual(['views.json']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      views: [
        { id: 'a', name: 'View a', query: 'code:70 -operation:ENABLED', pinned: false },
        { id: 'b', name: 'View b', query: 'since:-2h "timed out"', pinned: false },
      ],
    });
  });

  test.each([
    '',
    '{"version":1,"views":[',
    '{"version":2,"views":[]}',
    '{"version":1,"views":[{"id":"a","name":"A","query":"outcome:nonsense","pinned":false}]}',
  ])('[VIEW-2] is reported and left unchanged if it cannot be read: %s', async (text) => {
    const { files, path, directory } = viewFiles();
    mkdirSync(directory);
    writeFileSync(path, text);
    await expect(files.read(storeIdentity)).rejects.toMatchObject({ code: 'VIEWS_DAMAGED', data: { facts: { path } } });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('[VIEW-1] is complete whenever the process that writes it is killed', async () => {
    const { directory, path } = viewFiles();
    for (let kills = 0; kills < rounds({ usual: 2, thorough: 5 }); kills += 1) {
      const child = fork(new URL('./writing-child.ts', import.meta.url), [directory]);
      const exited = once(child, 'exit');
      for (let reported = 0; reported < 3 + kills; reported += 1) await once(child, 'message');
      child.kill('SIGKILL');
      await exited;
      const { views, problems } = parseViews(readFileSync(path, 'utf8'));
      expect([views.length, problems]).toEqual([200, []]);
    }
  });

  test('is reported if its folder cannot be written', async () => {
    const { files, directory, path } = viewFiles();
    writeFileSync(directory, 'a file where the folder belongs');
    await expect(files.write(storeIdentity, [])).rejects.toMatchObject({
      code: 'STORE_UNWRITABLE',
      data: { facts: { path } },
    });
    await vi.waitFor(() => expect(readFileSync(directory, 'utf8')).toBe('a file where the folder belongs'));
  });

  test('[VIEW-1] has the form in which views are exchanged', async () => {
    const { files, path } = viewFiles();
    const views = [aView('a', 'eid:8904… -country:SE,NO seen:no')];
    await files.write(storeIdentity, views);
    expect(readFileSync(path, 'utf8')).toBe(printViews(views));
    expect(parseViews(printViews(views))).toEqual({ views, problems: [] });
  });
});
