/** `watchfloor store` and `watchfloor backup` as processes, over a store that a test filled. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { FILLED_STORE, Workplace } from '../../support/command.ts';

let workplace: Workplace;
beforeEach(async () => {
  workplace = await Workplace.create();
});
afterEach(() => workplace.close());

const path = () => join(workplace.dataDir, 'profiles', FILLED_STORE, 'events.db');

async function fill(count = 300) {
  const store = await workplace.openStore();
  await store.writer.append(batchOf('opens', receivedEvents(1, count)));
  return store;
}

async function ran(...args: string[]) {
  const command = workplace.run([...args, '--data-dir', workplace.dataDir]);
  const code = await command.exit;
  return { code, out: command.stdout.trimEnd(), said: command.stderr.trimEnd() };
}

/** One byte in the middle of one block's body is another. */
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
  test('says what is there, while another process writes it and after', async () => {
    const store = await fill();
    const during = JSON.parse((await ran('store')).out) as Record<string, unknown>;
    await store.close();
    const after = JSON.parse((await ran('store')).out) as Record<string, unknown>;
    const { size } = statSync(path());
    expect([during['isWritten'], after]).toEqual([
      true,
      {
        name: 'Acme',
        id: FILLED_STORE,
        path: path(),
        isWritten: false,
        incident: null,
        bytes: size,
        freeBytes: expect.any(Number),
        storedEvents: 300,
        oldestAt: 1_000,
        bytesPerDay: expect.any(Number),
        keepDays: { failures: 365, successes: 90, heartbeats: 7 },
        backups: [],
      },
    ]);
  });

  test('[CLI-12] --check ends with 0 where all is as it was received, and with 1 and the place where it is not', async () => {
    await (await fill()).close();
    expect(await ran('store', '--check')).toEqual({
      code: 0,
      out: 'Looked through 300 events: everything is as it was received.',
      said: '',
    });
    damageText();
    const found = await ran('store', '--check');
    expect({ ...found, out: found.out.split('\n').map((line) => line.replace(/events? \d.*?\./, 'N.')) }).toEqual({
      code: 1,
      out: [
        'Received text damaged: N. It is not as it was received, and cannot be made again.',
        'Looked through what can be read of 300 events: 1 place is wrong.',
      ],
      said: '',
    });
  });

  test('where there is none it says so', async () => {
    expect(await ran('store')).toMatchObject({
      code: 2,
      out: '',
      said: expect.stringContaining('Nothing is stored in'),
    });
  });
});

describe('watchfloor backup', () => {
  test('[CLI-13] copies a store that another process writes, checks the copy, and overwrites none', async () => {
    const store = await fill();
    const to = join(workplace.folder, 'copy.db');
    const made = await ran('backup', '--to', to);
    expect({ ...made, out: made.out.replace(/\([\d.]+ kB\)/, '(SIZE)') }).toEqual({
      code: 0,
      out: `Copied 300 events of "Acme" (SIZE), and read the copy again: ${to}`,
      said: '',
    });
    expect(await ran('backup', '--to', to)).toEqual({
      code: 1,
      out: '',
      said: `watchfloor: ${to} is there already, and is never overwritten. Name another file.`,
    });
    await store.close();
  });

  test('without --to it becomes the newest of two', async () => {
    await (await fill()).close();
    for (let copy = 0; copy < 3; copy += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as by hand
      expect((await ran('backup')).code).toBe(0);
    }
    const described = JSON.parse((await ran('store')).out) as { backups: { storedEvents: number }[] };
    expect(described.backups.map(({ storedEvents }) => storedEvents)).toEqual([300, 300]);
  });
});
