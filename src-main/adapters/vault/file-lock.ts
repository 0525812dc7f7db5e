/**
 * One task at a time, over all processes: an immediate transaction on a SQLite file of its own, which the operating
 * system gives up with the process, also after kill -9, so that no lock is ever stale. Nothing is ever written to it.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import { openDatabaseFile } from '../files/database-file.ts';
import { truncatePlainFile, moveAsideUnlessPlain } from '../files/plain-file.ts';
import { isBusy, isNoDatabase, vaultError } from './vault-error.ts';

/** Nothing tells when another process lets go. A request to an issuer takes far longer than this. */
const POLL_INTERVAL_MS = 25;
/** Several tasks, each of one request to an issuer and one call of a keychain; who holds it for longer was halted. */
const LOCK_TIMEOUT_MS = 120_000;

/** @throws what the task throws; the signal's reason while it waits; AppError STORE_UNWRITABLE, such as `locked` */
export async function withFileLock<T>(
  path: string,
  task: () => Promise<T>,
  signal: AbortSignal,
  withinMs = LOCK_TIMEOUT_MS,
): Promise<T> {
  const held = await acquireLock(path, signal, withinMs);
  try {
    return await task();
  } finally {
    held.close();
  }
}

async function acquireLock(path: string, signal: AbortSignal, withinMs: number): Promise<Database> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    signal.throwIfAborted();
    const held = tryLock(path);
    if (held !== null) return held;
    if (performance.now() >= giveUpAt) throw appError('STORE_UNWRITABLE', { path, problem: 'locked' });
    // oxlint-disable-next-line no-await-in-loop -- until the others have done theirs
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** `null` while another holds it. */
function tryLock(path: string): Database | null {
  let database: Database | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    moveAsideUnlessPlain(path);
    database = openDatabaseFile(path, { timeout: 0 });
    chmodSync(path, 0o600);
    database.pragma('journal_mode = MEMORY'); // nothing is ever written, so nothing needs a journal file
    database.exec('BEGIN IMMEDIATE');
    return database;
  } catch (cause) {
    database?.close();
    if (isBusy(cause)) return null;
    if (!isNoDatabase(cause)) throw vaultError(cause, path);
    // Nobody holds what is no database. Emptied, not replaced: two processes must never hold the locks of two files.
    truncatePlainFile(path);
    return null;
  }
}
