/** Files of a data folder, ways to damage each, and the files outside that must not change. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { randomNumbers } from '../doubles/random-numbers.ts';

export const FILES = [
  'profile.json',
  'views.json',
  'alarms.json',
  'searches.json',
  'links.json',
  'events.db',
  'events.mark',
  'search.db',
  'cases.db',
  'inventory.db',
  'vault.db',
  'vault-key.lock',
  'writer.lock',
  'ballast',
] as const;
export type FileName = (typeof FILES)[number];

/** @param outside empty folder next to the data folder */
type Damage = (path: string, outside: string) => void;

const next = randomNumbers(1);
const byte = () => next(256);

/** Also removes the log that SQLite left next to a database, because it belongs to the old file. */
function replacing(act: Damage): Damage {
  return (path, outside) => {
    for (const part of ['', '-wal', '-shm']) rmSync(path + part, { force: true });
    act(path, outside);
  };
}

function tooNew(path: string): void {
  if (!/\.(?:db|lock)$/.test(path)) return writeFileSync(path, '{"version": 99, "written": "by a newer Watchfloor"}');
  const database = new Sqlite(path);
  database.pragma('user_version = 99');
  database.close();
}

export const WAYS = {
  truncated: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  empty: replacing((path) => writeFileSync(path, '')),
  zeros: replacing((path) => writeFileSync(path, Buffer.alloc(20_000))),
  random: replacing((path) => writeFileSync(path, Buffer.from(Array.from({ length: 20_000 }, byte)))),
  deleted: replacing(() => undefined),
  'a folder': replacing((path) => mkdirSync(path)),
  'a pipe': replacing((path) => execFileSync('/usr/bin/mkfifo', [path])),
  'a link to a file': (path, outside) => {
    copyFileSync(path, join(outside, 'target'));
    replacing(() => symlinkSync(join(outside, 'target'), path))(path, outside);
  },
  'a link to nowhere': replacing((path, outside) => symlinkSync(join(outside, 'nowhere'), path)),
  'of a newer version': tooNew,
} as const satisfies Record<string, Damage>;
export type Way = keyof typeof WAYS;

/** Content and mode of each file outside. Opening a data folder must not change them. */
export function outsideOf(outside: string): unknown {
  const target = join(outside, 'target');
  return {
    target: existsSync(target)
      ? [createHash('sha256').update(readFileSync(target)).digest('hex'), statSync(target).mode]
      : null,
    nowhere: existsSync(join(outside, 'nowhere')),
  };
}
