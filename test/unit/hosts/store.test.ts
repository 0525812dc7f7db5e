import { closeSync, existsSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { someProfile } from '../../doubles/profile.ts';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { FILLED_STORE_ID, Workplace } from '../../support/command.ts';

let workplace: Workplace;
beforeEach(async () => {
  workplace = await Workplace.create();
});
afterEach(() => workplace.close());

const path = () => join(workplace.dataDir, 'profiles', FILLED_STORE_ID, 'events.db');

async function fill(count = 300) {
  const store = await workplace.openStore();
  await store.writer.append(batchOf('opens', receivedEvents(1, count)));
  return store;
}

async function filledFolder(): Promise<string> {
  await (await fill(5)).close();
  return dirname(path());
}

async function ran(...args: string[]) {
  const command = workplace.runInProcess([...args, '--data-dir', workplace.dataDir]);
  const code = await command.exit;
  return { code, stdout: command.stdout.trimEnd(), stderr: command.stderr.trimEnd() };
}

function damageText(): void {
  const database = new Sqlite(path());
  const { id, body } = database
    .prepare<[], { id: number; body: Buffer }>('SELECT id, body FROM block LIMIT 1')
    .get() ?? {
    id: 0,
    body: Buffer.alloc(0),
  };
  const middle = body.length >> 1;
  body[middle] = (body[middle] ?? 0) ^ 1;
  database.prepare('UPDATE block SET body = ? WHERE id = ?').run(body, id);
  database.close();
}

describe('watchfloor store', () => {
  test('describes the store, while another process writes it and afterwards', async () => {
    const store = await fill();
    const during = JSON.parse((await ran('store')).stdout) as Record<string, unknown>;
    await store.close();
    const after = JSON.parse((await ran('store')).stdout) as Record<string, unknown>;
    const { size } = statSync(path());
    expect([during['isWritten'], after]).toEqual([
      true,
      {
        name: 'Acme',
        id: FILLED_STORE_ID,
        path: path(),
        isWritten: false,
        incident: null,
        bytes: size,
        freeBytes: expect.any(Number),
        beside: { search: 0, cases: 0, inventory: 0 },
        storedEvents: 300,
        oldestAt: 1_000,
        bytesPerDay: expect.any(Number),
        keepDays: { failures: 365, successes: 90, heartbeats: 7, searches: 30 },
        backups: [],
      },
    ]);
  });

  test('[KEEP-2] --check ends with 0 if everything is as received, otherwise with 1 and the place', async () => {
    await (await fill()).close();
    expect(await ran('store', '--check')).toEqual({
      code: 0,
      stdout: 'Checked 300 events: everything is as received.',
      stderr: '',
    });
    damageText();
    const found = await ran('store', '--check');
    expect({ ...found, stdout: found.stdout.split('\n').map((line) => line.replace(/events? \d.*?\./, 'N.')) }).toEqual(
      {
        code: 1,
        stdout: [
          'Received text damaged: N. It differs from what was received and cannot be restored.',
          'Checked the readable part of 300 events: 1 place is wrong.',
        ],
        stderr: '',
      },
    );
  });

  test.each(['--fields', '--format'])('refuses --check together with %s, which it would ignore', async (option) => {
    await (await fill()).close();
    expect(await ran('store', '--check', option, option === '--fields' ? 'path' : 'csv')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`cannot be used with option '${option}`),
    });
  });

  test('[CLI-4] reads the store that WATCHFLOOR_DATA_DIR and WATCHFLOOR_PROFILE name, unless an option names another', async () => {
    await (await fill()).close();
    const run = (profile: string, ...args: string[]) => {
      const variables = { WATCHFLOOR_DATA_DIR: workplace.dataDir, WATCHFLOOR_PROFILE: profile };
      return workplace.runInProcess(['store', ...args], variables).exit;
    };
    expect([
      await run(FILLED_STORE_ID),
      await run('no-such-store'),
      await run('no-such-store', '--profile', FILLED_STORE_ID),
    ]).toEqual([0, 2, 0]);
  });

  test('reports if nothing is stored', async () => {
    expect(await ran('store')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Nothing is stored in'),
    });
  });
});

describe('a store whose file was deleted', () => {
  test('is found by its id: reading commands report what is left of it, and restore fills it', async () => {
    const store = await fill();
    const copy = join(workplace.folder, 'copy.db');
    await ran('backup', '--to', copy);
    await ran('backup');
    await store.close();
    rmSync(path());
    const reading = await Promise.all(
      ['store', 'events', 'coverage', 'backup'].map((name) => ran(name, '--profile', FILLED_STORE_ID)),
    );
    for (const { code, stdout, stderr } of reading) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /events\.db is gone or empty, .* Its newest copy is .*backups.*\.db\. .*`watchfloor restore`/,
      );
    }
    const { code, stdout } = await ran('restore', '--from', copy, '--profile', FILLED_STORE_ID);
    expect({ code, lines: stdout.split('\n').slice(1) }).toEqual({
      code: 0,
      lines: [
        `The store "Acme" contains no events: ${path()}`,
        'Missing events are added with their old numbers. Nothing is duplicated or removed.',
        '300 events were added.',
        'The store now contains 300.',
        'Checked 300 events: everything is as received.',
      ],
    });
  });
});

describe('watchfloor restore', () => {
  test.each([[[]], [['--profile', 'Acme']]])(
    '[CLI-2] without a store and with the options %j names the option that makes a new store',
    async (options) => {
      await (await fill(5)).close();
      const empty = join(workplace.folder, 'new computer');
      const command = workplace.runInProcess(['restore', '--from', path(), '--data-dir', empty, ...options]);
      expect([await command.exit, command.stdout]).toEqual([2, '']);
      expect(command.stderr).toContain(
        'To restore into a new store, add --profile FILE with the profile that was watched.\n',
      );
    },
  );

  test('refuses a folder and an empty file', async () => {
    await (await fill(5)).close();
    const empty = join(workplace.folder, 'empty.db');
    writeFileSync(empty, '');
    for (const from of [workplace.folder, empty])
      expect(await ran('restore', '--from', from)).toEqual({
        code: 1,
        stdout: '',
        stderr: `watchfloor: ${from} is not a copy of a Watchfloor store. Nothing was restored from it.`,
      });
  });

  test('[STORE-18] adds nothing from a file that is not a copy of this store, and says why', async () => {
    await (await fill()).close();
    const text = join(workplace.folder, 'notes.txt');
    writeFileSync(text, 'no database at all\n'.repeat(600));
    const other = await Workplace.create();
    onTestFinished(() => other.close());
    const store = await other.openStore('Other');
    await store.writer.append(batchOf('opens', receivedEvents(1, 5)));
    await store.close();
    const copy = join(other.dataDir, 'profiles', FILLED_STORE_ID, 'events.db');
    const refused = await Promise.all(
      [join(workplace.folder, 'none.db'), text, copy].map(async (file) => {
        const { code, stderr } = await ran('restore', '--from', file);
        return { code, stderr: stderr.replace(file, 'FILE').split('.')[0] };
      }),
    );
    expect(refused).toEqual([
      { code: 1, stderr: 'watchfloor: There is no copy at FILE' },
      { code: 1, stderr: 'watchfloor: The copy FILE is not complete' },
      {
        code: 1,
        stderr: 'watchfloor: FILE is a copy of another store: the two stores use the same numbers for different events',
      },
    ]);
    expect((await ran('store', '--check')).stdout).toBe('Checked 300 events: everything is as received.');
  });

  test('[STORE-18] adds what is missing without duplicates, announces what it does, and checks the complete store', async () => {
    const store = await fill();
    const copy = join(workplace.folder, 'copy.db');
    expect((await ran('backup', '--to', copy)).code).toBe(0);
    await store.close();
    const profile = join(workplace.folder, 'acme.json');
    writeFileSync(profile, JSON.stringify({ ...someProfile, id: FILLED_STORE_ID }));
    rmSync(join(workplace.dataDir, 'profiles', FILLED_STORE_ID), { recursive: true });
    const [first, second] = [
      await ran('restore', '--from', copy, '--profile', profile),
      await ran('restore', '--from', copy),
    ].map(({ code, stdout }) => ({
      code,
      stdout: stdout.split('\n').map((line) => line.replace(/\([\d.]+ kB\)/, '(SIZE)')),
    }));
    expect(first).toEqual({
      code: 0,
      stdout: [
        `The copy ${copy} contains 300 events (SIZE).`,
        `The store "Acme Europe" contains no events: ${path()}`,
        'Missing events are added with their old numbers. Nothing is duplicated or removed.',
        '300 events were added.',
        'The store now contains 300.',
        'Checked 300 events: everything is as received.',
      ],
    });
    expect(second?.stdout.slice(1)).toEqual([
      `The store "Acme" contains 300 events: ${path()}`,
      'Missing events are added with their old numbers. Nothing is duplicated or removed.',
      'Nothing was missing.',
      'The store now contains 300.',
      'Checked 300 events: everything is as received.',
    ]);
  });

  test('[STORE-18] does not wait for a collector, but refuses a store that is in use', async () => {
    const store = await fill();
    const copy = join(workplace.folder, 'copy.db');
    await ran('backup', '--to', copy);
    expect(await ran('restore', '--from', copy)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Another Watchfloor is already watching'),
    });
    await store.close();
  });
});

describe('watchfloor backup', () => {
  test('[KEEP-5] copies a store that another process writes, checks the copy, and overwrites no file', async () => {
    const store = await fill();
    const to = join(workplace.folder, 'copy.db');
    const made = await ran('backup', '--to', to);
    expect({ ...made, stdout: made.stdout.replace(/\([\d.]+ kB\)/, '(SIZE)') }).toEqual({
      code: 0,
      stdout: `Copied 300 events of "Acme" (SIZE) and checked the copy: ${to}`,
      stderr: '',
    });
    expect(await ran('backup', '--to', to)).toEqual({
      code: 1,
      stdout: '',
      stderr: `watchfloor: ${to} already exists and is never overwritten. Name another file.`,
    });
    await store.close();
  });

  test('keeps no copy of a damaged store, and reports the store as damaged', async () => {
    await (await fill(2_000)).close();
    const { size } = statSync(path());
    const file = openSync(path(), 'r+');
    writeSync(file, Buffer.alloc(size >> 2, 0x5a), 0, undefined, size >> 1);
    closeSync(file);
    const to = join(workplace.folder, 'copy.db');
    const { code, stderr } = await ran('backup', '--to', to);
    expect({ code, stderr, isThere: existsSync(to) }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`The store ${path()} is damaged`),
      isThere: false,
    });
  });

  test('is the only thing that fails if a file is in place of its folder', async () => {
    writeFileSync(join(await filledFolder(), 'backups'), '');
    const store = await workplace.openStore();
    const copies = await store.backups();
    await expect(store.backUp()).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
    await store.close();
    expect({ copies, described: (await ran('store')).code }).toEqual({ copies: [], described: 0 });
  });

  test('needs a new file in an existing folder', async () => {
    await (await fill(5)).close();
    const file = join(workplace.folder, 'file');
    writeFileSync(file, '');
    for (const [to, stderr] of [
      [workplace.folder, 'this is a folder. Name a new file in it.'],
      [join(file, 'copy.db'), `the folder ${file} does not exist. Create it first.`],
    ] as const)
      expect(await ran('backup', '--to', to)).toEqual({
        code: 2,
        stdout: '',
        stderr: `watchfloor: --to "${to}": ${stderr}`,
      });
  });

  test('without --to keeps the two newest copies', async () => {
    await (await fill()).close();
    for (let copy = 0; copy < 3; copy += 1) {
      expect((await ran('backup')).code).toBe(0);
    }
    const described = JSON.parse((await ran('store')).stdout) as { backups: { storedEvents: number }[] };
    expect(described.backups.map(({ storedEvents }) => storedEvents)).toEqual([300, 300]);
  });
});
