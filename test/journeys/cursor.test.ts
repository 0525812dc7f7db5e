/** Tests `watchfloor events` with `--cursor` and `--after`, for programs that continue where they were. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import { LAUNCHER, parseNdjson, Workplace } from '../support/command.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const file = () => join(service.workplace.folder, 'position.json');
const position = () => (JSON.parse(readFileSync(file(), 'utf8')) as { readonly seq: number }).seq;

async function store(from: number, to: number, workplace: Workplace = service.workplace): Promise<void> {
  const opened = await workplace.openStore();
  await opened.writer.resume();
  const events = Array.from({ length: to - from + 1 }, (_, index) =>
    receivedEvent(from + index, { kind: index % 2 === 0 ? 'EVEN' : 'ODD' }),
  );
  await opened.writer.append(batchOf('opens', events));
  await opened.close();
}

const args = (...more: string[]) => ['events', '--data-dir', service.workplace.dataDir, ...more];
const seqs = async (...more: string[]) =>
  parseNdjson(await service.workplace.output(args('--format', 'ndjson', '--fields', 'seq', ...more))).map(
    ({ seq }) => seq,
  );

async function failure(...more: string[]): Promise<{ readonly code: number; readonly stderr: string }> {
  const command = service.workplace.runInProcess(args(...more));
  const code = await command.exit;
  expect(command.stdout).toBe('');
  return { code, stderr: command.stderr };
}

describe('[CLI-100] events --cursor', () => {
  test('begins with the oldest event, and each later run prints what was stored since, with the filters of events', async () => {
    await store(1, 4);
    expect(await seqs('--cursor', file())).toEqual([1, 2, 3, 4]);
    expect(await seqs('--cursor', file())).toEqual([]);
    await store(5, 8);
    expect(await seqs('--cursor', file(), '--query', 'kind:ODD')).toEqual([6, 8]);
    expect([await seqs('--cursor', file()), position()]).toEqual([[], 8]);
  });

  test('begins with new events only after --after newest, also if it was killed before the first one', async () => {
    await store(1, 4);
    expect([await seqs('--cursor', file(), '--after', 'newest'), position()]).toEqual([[], 4]);
    await store(5, 6);
    expect(await seqs('--cursor', file(), '--after', 'newest')).toEqual([5, 6]);
  });

  test('prints tables and CSV, each with its head', async () => {
    await store(1, 2);
    const csv = args('--cursor', file(), '--format', 'csv', '--fields', 'seq,kind');
    expect(await service.workplace.output(csv)).toBe('seq,kind\n1,EVEN\n2,ODD\n');
    await store(3, 3);
    expect(await service.workplace.output([...csv, '--no-headers'])).toBe('3,EVEN\n');
  });

  test('continues in a file of standard output, which it writes to the disk before the position', async () => {
    await store(1, 3);
    const out = join(service.workplace.folder, 'out.ndjson');
    for (const last of [3, 5]) {
      const output = openSync(out, 'a');
      const command = [LAUNCHER, ...args('--cursor', file(), '--fields', 'seq')];
      expect(spawnSync(process.execPath, command, { stdio: ['ignore', output, 'inherit'] }).status).toBe(0);
      closeSync(output);
      expect(position()).toBe(last);
      if (last === 3) await store(4, 5);
    }
    expect(parseNdjson(readFileSync(out, 'utf8')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  test('follows a collector, without printing anything twice after a restart', async () => {
    const emit = (number: number) =>
      service.simulator.control.emit({ event: 'WANTED', id: `event-${number}`, data: { operation: '-' } });
    const collector = service.collectInProcess(await service.workplace.profile(service.simulator));
    await collector.waitForText(/Watching/);
    await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), 60_000);
    const follow = () =>
      service.workplace.run(args('--follow', '--cursor', file(), '--query', 'kind:WANTED', '--fields', 'id'));
    emit(1);
    const first = follow();
    await first.waitForText(/event-1"/);
    await vi.waitFor(() => expect(readFileSync(file(), 'utf8')).toContain('"receivedAt"'), 60_000);
    await first.stop('SIGKILL');
    for (let number = 2; number <= 5; number += 1) emit(number);
    const second = follow();
    await second.waitForText(/event-5"/);
    emit(6);
    await second.waitForText(/event-6"/);
    const ids = [first, second].flatMap(({ stdout }) => parseNdjson(stdout).map(({ id }) => id));
    expect(ids).toEqual(Array.from({ length: 6 }, (_, index) => `event-${index + 1}`));
    expect(await collector.stop()).toBe(0);
  });
});

test('[CLI-100] a reader that closes the pipe ends events --cursor without moving the position', async () => {
  await store(1, 2);
  const command = service.workplace.run(args('--follow', '--cursor', file(), '--format', 'ndjson'));
  await command.waitForText(/"seq":2/);
  await vi.waitFor(() => expect(position()).toBe(2), 60_000);
  command.process.stdout?.destroy();
  await store(3, 4);
  expect([await command.exit, command.stderr, position()]).toEqual([0, '', 2]);
  expect(await seqs('--cursor', file())).toEqual([3, 4]);
});

test('[CLI-100] events --after prints the events with a greater seq, and refuses one that is beyond the store', async () => {
  await store(1, 4);
  expect(await seqs('--after', '2')).toEqual([3, 4]);
  expect(await seqs('--after', '0', '--query', 'kind:EVEN')).toEqual([1, 3]);
  expect(await seqs('--after', 'newest')).toEqual([]);
  const { code, stderr } = await failure('--after', '5');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('The newest event of the store is 4, which is before event 5.'),
  ]);
  for (const wrong of [
    ['--after', 'x'],
    ['--after', '1', '-n', '5'],
    ['--cursor', file(), '-o', file()],
    ['--cursor', '-'],
  ])
    expect((await failure(...wrong)).code).toBe(2);
});

describe('[CLI-100] a cursor file is refused with what to do, and stays as it is,', () => {
  async function refused(words: string): Promise<void> {
    const before = readFileSync(file(), 'utf8');
    for (const more of [[], ['--follow']]) {
      const { code, stderr } = await failure('--cursor', file(), ...more);
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    }
    expect(readFileSync(file(), 'utf8')).toBe(before);
  }

  test('if it is damaged or another file', async () => {
    await store(1, 1);
    for (const text of ['', '{"seq":1', '{"seq":-1,"store":"x","profile":"x","last":null}', '[]', 'seq 1']) {
      await writeFile(file(), text);
      await refused(
        'is not a cursor file, or is damaged. It was not changed. Name another file. To begin again with the oldest event, delete the file.',
      );
    }
  });

  test('if it belongs to another store', async () => {
    const other = await Workplace.create();
    await store(1, 9, other);
    await store(1, 9);
    await other.output(['events', '--data-dir', other.dataDir, '--cursor', file()]);
    await other.close();
    await refused('belongs to another store, of the profile "Acme"');
  });

  test('if an older copy of the store was brought back, and also after that copy has stored other events', async () => {
    await store(1, 4);
    const older = `${service.workplace.dataDir}-older`;
    await cp(service.workplace.dataDir, older, { recursive: true });
    await store(5, 8);
    await seqs('--cursor', file());
    await rm(service.workplace.dataDir, { recursive: true });
    await cp(older, service.workplace.dataDir, { recursive: true });
    await refused('is at event 8, but the newest event of the store is 4');
    await store(15, 24);
    await refused('its numbers now belong to other events');
  });

  test('if another process moves or deletes it while it is used', async () => {
    await store(1, 2);
    const changes = [
      () => writeFile(file(), readFileSync(file(), 'utf8').replace(/"seq":\d+/, '"seq":1')),
      () => rm(file()),
    ];
    for (const [index, change] of changes.entries()) {
      const command = service.workplace.run(args('--follow', '--cursor', file(), '--format', 'ndjson'));
      await vi.waitFor(() => expect(position()).toBe(2 + index), 60_000);
      await change();
      await store(3 + index, 3 + index);
      expect([await command.exit, command.stderr]).toEqual([2, expect.stringContaining('was changed or deleted')]);
      expect(command.stdout).not.toContain(`"seq":${3 + index}`);
      await rm(file(), { force: true });
    }
  });

  test('if its folder is missing, or it is a folder', async () => {
    await store(1, 1);
    const missing = join(service.workplace.folder, 'missing', 'position.json');
    expect((await failure('--cursor', missing)).stderr).toContain(
      'missing does not exist. Create it, or name another place.',
    );
    await mkdir(file());
    expect((await failure('--cursor', file())).stderr).toContain('is not a cursor file');
  });

  test('if the store is replaced by another one while it is followed', async () => {
    const other = await Workplace.create();
    await store(1, 20, other);
    await store(1, 4);
    const command = service.workplace.run(args('--follow', '--cursor', file(), '--format', 'ndjson'));
    await vi.waitFor(() => expect(position()).toBe(4), 60_000);
    const [from = ''] = other.databases();
    const [to = ''] = service.workplace.databases();
    await copyFile(from, `${to}.new`);
    await Promise.all(['-wal', '-shm'].map((end) => rm(to + end, { force: true })));
    await cp(`${to}.new`, to);
    await other.close();
    expect([await command.exit, command.stderr]).toEqual([2, expect.stringContaining('belongs to another store')]);
    expect(parseNdjson(command.stdout)).toHaveLength(4);
  });
});
