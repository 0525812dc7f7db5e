/** Tests the files of a profile that hold views, searches, own links and alarm settings, which one file adapter reads and writes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createAlarmSettingsFiles } from '../../../../src-main/adapters/alarm-settings/alarm-settings-files.ts';
import {
  createLinkFiles,
  createSearchFiles,
  createViewFiles,
} from '../../../../src-main/adapters/saved-views/list-file.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import { parseViews, printViews } from '../../../../src-shared/domain/saved-view.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { aLink } from '../../../doubles/own-links.ts';
import { aView } from '../../../doubles/saved-views.ts';
import { rounds } from '../../../support/breadth.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const storeIdentity = { id: profileIdSchema.parse('acme-europe'), name: 'Acme', practice: false, source: '' };
const folder = () => join(temporaryDirectory(), 'acme');
const viewFilesIn = (directory: string) => createViewFiles(() => directory);

/** Accesses one file with values of its own type. */
const filesOf = {
  views: (directory: string) => ({
    code: 'VIEWS_DAMAGED',
    path: join(directory, 'views.json'),
    none: [],
    written: [aView('a', 'code:70 -operation:ENABLED'), aView('b', 'since:-2h "timed out"')],
    read: () => viewFilesIn(directory).read(storeIdentity),
    write() {
      return viewFilesIn(directory).write(storeIdentity, this.written);
    },
  }),
  searches: (directory: string) => ({
    code: 'SEARCHES_DAMAGED',
    path: join(directory, 'searches.json'),
    none: [],
    written: [{ id: 'a', name: 'Roaming', body: '{ "limit": 10 }' }],
    read: () => createSearchFiles(() => directory).read(storeIdentity),
    write() {
      return createSearchFiles(() => directory).write(storeIdentity, this.written);
    },
  }),
  'own links': (directory: string) => ({
    code: 'LINKS_DAMAGED',
    path: join(directory, 'links.json'),
    none: [],
    written: [aLink({ name: 'Ticket' }), aLink({ id: 'b', kind: 'copy', template: 'EID {eid}', mask: ['eid'] })],
    read: () => createLinkFiles(() => directory).read(storeIdentity),
    write() {
      return createLinkFiles(() => directory).write(storeIdentity, this.written);
    },
  }),
  'alarm settings': (directory: string) => ({
    code: 'ALARMS_DAMAGED',
    path: join(directory, 'alarms.json'),
    none: DEFAULT_ALARM_SETTINGS,
    written: { ...DEFAULT_ALARM_SETTINGS, perMinute: 3 },
    read: () => createAlarmSettingsFiles(() => directory).read(storeIdentity),
    write() {
      return createAlarmSettingsFiles(() => directory).write(storeIdentity, this.written);
    },
  }),
};

describe.each(['views', 'searches', 'own links', 'alarm settings'] as const)('the file of %s', (kind) => {
  test('does not exist until something is saved, and only this user can read it', async () => {
    const directory = folder();
    const file = filesOf[kind](directory);
    expect(await file.read()).toEqual(file.none);
    await file.write();
    expect(await file.read()).toEqual(file.written);
    expect([join(directory, ...readdirSync(directory))]).toEqual([file.path]);
    if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  test('is reported if it is a folder, or if its folder cannot be written', async () => {
    const directory = folder();
    const { path, code, read } = filesOf[kind](directory);
    mkdirSync(path, { recursive: true });
    await expect(read()).rejects.toMatchObject({ code, data: { facts: { path } } });
    const other = folder();
    const unwritable = filesOf[kind](other);
    writeFileSync(other, 'a file where the folder belongs');
    await expect(unwritable.write()).rejects.toMatchObject({
      code: 'STORE_UNWRITABLE',
      data: { facts: { path: unwritable.path } },
    });
    await vi.waitFor(() => expect(readFileSync(other, 'utf8')).toBe('a file where the folder belongs'));
  });
});

test.each([
  ['views', ''],
  ['views', '{"version":1,"views":['],
  ['views', '{"version":2,"views":[]}'],
  ['views', '{"version":1,"views":[{"id":"a","name":"A","query":"outcome:nonsense","pinned":false}]}'],
  ['searches', ''],
  ['searches', '{"version":1,"searches":['],
  ['searches', '{"version":2,"searches":[]}'],
  ['searches', '{"version":1,"searches":[{"id":"a"}]}'],
  ['alarm settings', ''],
  ['alarm settings', '{"version":1'],
  ['alarm settings', '{"version":2}'],
  ['alarm settings', '[]'],
  ['alarm settings', '{"version":1,"perMinute":"many"}'],
] as const)(
  '[VIEW-1, ALARM-35] the file of %s is reported and left unchanged if it cannot be read: %s',
  async (kind, text) => {
    const directory = folder();
    const { path, code, read } = filesOf[kind](directory);
    mkdirSync(directory);
    writeFileSync(path, text);
    await expect(read()).rejects.toMatchObject({ code, data: { facts: { path } } });
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('[VIEW-1] the file of views is complete whenever the process that writes it is killed', async () => {
  const directory = folder();
  for (let kills = 0; kills < rounds({ usual: 2, thorough: 5 }); kills += 1) {
    const child = fork(new URL('./writing-child.ts', import.meta.url), [directory]);
    const exited = once(child, 'exit');
    for (let reported = 0; reported < 3 + kills; reported += 1) await once(child, 'message');
    child.kill('SIGKILL');
    await exited;
    const { views, problems } = parseViews(readFileSync(join(directory, 'views.json'), 'utf8'));
    expect([views.length, problems]).toEqual([200, []]);
  }
});

test('[VIEW-1] the file of views has the form in which views are exchanged, which people can read', async () => {
  const directory = folder();
  const views = [aView('a', 'eid:8904… -country:SE,NO seen:no')];
  await viewFilesIn(directory).write(storeIdentity, views);
  const text = readFileSync(join(directory, 'views.json'), 'utf8');
  expect(text).toBe(printViews(views));
  expect(JSON.parse(text)).toEqual({
    version: 1,
    views: [{ id: 'a', name: 'View a', query: 'eid:8904… -country:SE,NO seen:no', pinned: false }],
  });
});
