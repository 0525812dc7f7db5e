import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import { isBusy, lockFile } from '../files/lock-file.ts';
import { vaultError } from './vault-error.ts';

/** Polling interval, since no event reports a freed lock. A request to an issuer takes far longer than this. */
const POLL_INTERVAL_MS = 25;
/** Covers several tasks, each with a request to an issuer and a keychain call. A slower process was paused. */
const LOCK_TIMEOUT_MS = 120_000;

/** @throws the error of the task; the signal's reason during the wait; AppError STORE_UNWRITABLE (`locked`) */
export async function withFileLock<T>(
  path: string,
  task: () => Promise<T>,
  signal: AbortSignal,
  withinMs = LOCK_TIMEOUT_MS,
): Promise<T> {
  const lock = await acquireLock(path, signal, withinMs);
  try {
    return await task();
  } finally {
    lock.close();
  }
}

async function acquireLock(path: string, signal: AbortSignal, withinMs: number): Promise<Database> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    signal.throwIfAborted();
    const lock = tryLock(path);
    if (lock !== null) return lock;
    if (performance.now() >= giveUpAt) throw appError('STORE_UNWRITABLE', { path, problem: 'locked' });
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function tryLock(path: string): Database | null {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return lockFile(path, 'BEGIN IMMEDIATE', 0);
  } catch (cause) {
    if (isBusy(cause)) return null;
    throw vaultError(cause, path);
  }
}
