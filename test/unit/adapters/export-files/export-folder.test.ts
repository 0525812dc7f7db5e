import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createExportFile } from '../../../../src-main/adapters/export-files/export-file.ts';
import { createExportFolder } from '../../../../src-main/adapters/export-files/export-folder.ts';
import { isFileName, numberedName } from '../../../../src-main/adapters/export-files/file-name.ts';
import { smallDisk } from '../../../support/small-disk.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const folderIn = (directory: string, leaveBytes = 0) => createExportFolder(directory, '/exports/', leaveBytes);

const key = (name: string) => Buffer.from(name).toString('base64url');

describe('the folder of exports', () => {
  test('[EXPORT-3] shows a file under its name when it is complete, together with its description', async () => {
    const directory = join(temporaryDirectory(), 'exports');
    const file = await folderIn(directory).create('Fälle.jsonl');
    await file.write('{"a":1}\n');
    expect(readdirSync(directory)).toEqual(['Fälle.jsonl.part']);
    await file.write('"\u{1F600}"\n');
    const written = '{"a":1}\n"\u{1F600}"\n';
    expect([file.bytes, file.sha256()]).toEqual([
      Buffer.byteLength(written),
      createHash('sha256').update(written).digest('hex'),
    ]);
    await file.finish('{}\n');
    await file.discard();
    expect(readdirSync(directory).toSorted()).toEqual(['Fälle.jsonl', 'Fälle.jsonl.about.json']);
    expect(readFileSync(file.path, 'utf8')).toBe(written);
    if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  test('[EXPORT-3] gives no export the name of another one, not even of one that is being written', async () => {
    const directory = temporaryDirectory();
    const folder = folderIn(directory);
    const files = await Promise.all(['a.csv', 'a.csv', 'a.csv'].map((name) => folder.create(name)));
    expect(files.map(({ fileName }) => fileName).toSorted()).toEqual(['a (2).csv', 'a (3).csv', 'a.csv']);
    await Promise.all(files.map((file) => file.finish('{}')));
    const fourth = await folder.create('a.csv');
    expect(fourth.fileName).toBe('a (4).csv');
    await fourth.discard();
  });

  test('[EXPORT-3] keeps the description of a file if its replacement is discarded', async () => {
    const path = join(temporaryDirectory(), 'a.jsonl');
    const first = await createExportFile(path);
    await first?.finish('of the first');
    const second = await createExportFile(path);
    await second?.write('half');
    await second?.discard();
    expect([readFileSync(`${path}.about.json`, 'utf8'), readdirSync(dirname(path)).toSorted()]).toEqual([
      'of the first',
      ['a.jsonl', 'a.jsonl.about.json'],
    ]);
  });

  test('[EXPORT-3] replaces the partial file of a dead process on request, but not one that is still written', async () => {
    const path = join(temporaryDirectory(), 'a.jsonl');
    const part = `${path}.part`;
    const age = (seconds: number) => utimesSync(part, Date.now() / 1_000 - seconds, Date.now() / 1_000 - seconds);
    writeFileSync(part, 'left');
    age(50);
    expect(await createExportFile(path, 0, true)).toBeNull();
    age(70);
    expect(await createExportFile(path)).toBeNull();
    const second = await createExportFile(path, 0, true);
    await second?.write('whole\n');
    await second?.finish('{}');
    expect(readFileSync(path, 'utf8')).toBe('whole\n');
  });

  test('[EXPORT-3] touches a partial file that gets no data for a long time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = join(temporaryDirectory(), 'a.jsonl');
    const file = await createExportFile(path);
    utimesSync(`${path}.part`, 1, 1);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(statSync(`${path}.part`).mtimeMs).toBeGreaterThan(Date.now() - 60_000));
    await file?.discard();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('[EXPORT-3] fails an export whose partial file was taken over while the computer slept, and keeps the other one', async () => {
    const path = join(temporaryDirectory(), 'a.jsonl');
    const [first, other] = [await createExportFile(path), await createExportFile(join(dirname(path), 'b.jsonl'))];
    await first?.write('first\n');
    utimesSync(`${path}.part`, 1, 1);
    const second = await createExportFile(path, 0, true);
    await second?.write('second\n');
    await expect(first?.finish('of the first')).rejects.toMatchObject({ code: 'EXPORT_FAILED' });
    await first?.discard();
    await second?.finish('of the second');
    await other?.discard();
    expect([readdirSync(dirname(path)).toSorted(), readFileSync(path, 'utf8')]).toEqual([
      ['a.jsonl', 'a.jsonl.about.json'],
      'second\n',
    ]);
  });

  test('[EXPORT-3] does not write through a link next to the file', async (context) => {
    if (process.platform === 'win32') context.skip();
    const directory = temporaryDirectory();
    const [path, other] = [join(directory, 'a.jsonl'), join(directory, 'other.txt')];
    writeFileSync(other, 'untouched');
    for (const name of [`${path}.about.json`, `${path}.about.json.part`]) symlinkSync(other, name);
    const file = await createExportFile(path);
    await file?.finish('{}');
    expect([readFileSync(other, 'utf8'), readFileSync(`${path}.about.json`, 'utf8')]).toEqual(['untouched', '{}']);
  });

  test('[EXPORT-3] reports a full disk and leaves nothing', async (context) => {
    const disk = smallDisk(1, context);
    const file = await folderIn(disk).create('a.jsonl');
    const fill = async () => {
      for (;;) await file.write('x'.repeat(65_536));
    };
    await expect(fill()).rejects.toMatchObject({
      code: 'EXPORT_FAILED',
      data: { facts: { path: join(disk, 'a.jsonl'), problem: 'full', detail: 'ENOSPC' } },
    });
    await file.discard();
    expect(readdirSync(disk)).toEqual([]);
  });

  test('[EXPORT-3] leaves disk space for received events', async (context) => {
    const disk = smallDisk(16, context);
    const file = await folderIn(disk, 8 * 1_048_576).create('a.jsonl');
    const fill = async () => {
      for (;;) await file.write('x'.repeat(65_536));
    };
    await expect(fill()).rejects.toMatchObject({ data: { facts: { problem: 'full' } } });
    expect(file.bytes).toBeLessThan(13 * 1_048_576);
    await file.discard();
  });

  test('removes the partial files of dead processes, but none that may still be written', async () => {
    const directory = temporaryDirectory();
    for (const name of ['old.jsonl.part', 'new.jsonl.part']) writeFileSync(join(directory, name), '');
    const dayBefore = Date.now() / 1_000 - 25 * 3_600;
    utimesSync(join(directory, 'old.jsonl.part'), dayBefore, dayBefore);
    const file = await folderIn(directory).create('new.jsonl');
    expect(readdirSync(directory).toSorted()).toEqual(['new (2).jsonl.part', 'new.jsonl.part']);
    await file.discard();
  });

  test('[PAGE-422] returns its own finished files and no other', async () => {
    const directory = temporaryDirectory();
    const folder = folderIn(join(directory, 'exports'));
    writeFileSync(join(directory, 'events.db'), 'a store');
    const started = await folder.create('begun.jsonl');
    const file = await folder.create('a b.jsonl');
    await file.write('{}\n');
    await file.finish('{}');
    const given = await folder.read(key('a b.jsonl'));
    expect([given?.fileName, given?.bytes, given && (await text(given.content)), folder.hrefOf('a b.jsonl')]).toEqual([
      'a b.jsonl',
      3,
      '{}\n',
      `/exports/${key('a b.jsonl')}`,
    ]);
    for (const name of ['begun.jsonl', 'begun.jsonl.part', '../events.db', '..', '.', '', '/etc/passwd', 'a\u0000'])
      expect(await folder.read(key(name))).toBeNull();
    expect(await folder.read('a b.jsonl')).toBeNull();
    await started.discard();
  });

  test.skipIf(process.platform === 'win32')('[PAGE-422] returns nothing through a link', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'whole.jsonl'), '{}');
    symlinkSync(join(directory, 'whole.jsonl'), join(directory, 'link.jsonl'));
    expect(await folderIn(directory).read(key('link.jsonl'))).toBeNull();
  });
});

describe('the name of an export', () => {
  test.each(['a', 'a.jsonl', 'Failed in SE, 21 Nov.csv', 'å'.repeat(100), '東京.jsonl', '-', 'console.csv'])(
    '"%s" is valid',
    (name) => expect(isFileName(name)).toBe(true),
  );
  test.each([
    '',
    '.',
    '..',
    '.hidden',
    ' a',
    'a ',
    'a.',
    'a/b',
    'a\\b',
    'C:a',
    'a\u0000b',
    'a\nb',
    'a\u202Eb',
    'a\u200Bb',
    'con',
    'CON.jsonl',
    'Lpt1.csv',
    'a.part',
    'a.jsonl.about.json',
    'a?',
    'å'.repeat(111),
    '\uD800',
  ])('[EXPORT-3] %j is invalid', (name) => expect(isFileName(name)).toBe(false));
  test.each([
    ['a.jsonl', 2, 'a (2).jsonl'],
    ['a', 3, 'a (3)'],
    ['a.b.csv', 1, 'a.b.csv'],
  ])('%s with the number %d is %s', (name, number, shown) => expect(numberedName(name, number)).toBe(shown));
});
