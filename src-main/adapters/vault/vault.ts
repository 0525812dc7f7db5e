/**
 * Stores secrets sealed in `vault.db` next to each event store, or in memory until this process ends. Never writes
 * plain text, and deletes nothing because it could not be opened.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { Vault, VaultItem } from '../../core/ports/vault.ts';
import { withFileLock } from './file-lock.ts';
import {
  deleteFile,
  deleteRow,
  keysIn,
  prepareDirectory,
  readRow,
  type SealedFilePaths,
  writeRow,
} from './sealed-file.ts';
import { keyFingerprint, openText, sealText } from './sealed-text.ts';
import { isBusy } from '../files/lock-file.ts';
import { vaultError } from './vault-error.ts';
import type { VaultKeys } from './vault-keys.ts';

/** Another process writes for some ms. A longer lock is not held by Watchfloor. */
const BUSY_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 10;
/** Time for running requests to an issuer when Watchfloor ends: an answer that is not stored is a lost sign-in. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Longer than a sign-in takes, from `ready` before the issuer's page to the `write` after its answer. */
const READY_MS = 600_000;

export function createVault({
  keys,
  directoryOf,
}: {
  keys: VaultKeys;
  directoryOf: (profile: ProfileId) => string;
}): Vault {
  const memory = new Map<string, string>();
  /** Profiles whose next secret is sealed with the key that `ready` read, without another question to the user. */
  const prepared = new Set<ProfileId>();
  /** Ends the wait for locks. Running tasks may still read and write until `closed`. */
  const closing = new AbortController();
  const closed = new AbortController();
  const tasks = new Set<Promise<unknown>>();
  const fileOf = (profile: ProfileId): SealedFilePaths => {
    const directory = directoryOf(profile);
    return { directory, path: join(directory, 'vault.db') };
  };
  const lockOf = (profile: ProfileId, name: string) => join(directoryOf(profile), name);
  const orClosed = (signal: AbortSignal) => AbortSignal.any([signal, closed.signal]);

  /** Returns the key that sealed this. The cached key may be older than one that another process has made since. */
  async function openingKey(profile: ProfileId, name: string, signal: AbortSignal): Promise<Buffer> {
    const known = await keys.read(profile, signal);
    if (known !== null && keyFingerprint(known) === name) return known;
    const present = await keys.read(profile, signal, { maxAgeMs: 0 });
    if (present === null || keyFingerprint(present) !== name) throw appError('VAULT_KEY_GONE', { profile });
    return present;
  }

  /** Replaces a missing key. What was sealed with it stays lost (VAULT_KEY_GONE) until it is given again. */
  async function sealingKey(profile: ProfileId, signal: AbortSignal): Promise<Buffer> {
    const file = fileOf(profile);
    // Read first, so that no key is made for a file that is not a vault.
    const used = await retryWhileBusy(file, () => keysIn(file), signal);
    const known = await keys.read(profile, signal);
    // If nothing is sealed with the cached key, another process may have removed the profile and its key.
    if (known !== null && used.includes(keyFingerprint(known))) return known;
    const maxAgeMs = prepared.delete(profile) ? READY_MS : 0;
    const make = async () => (await keys.read(profile, signal, { maxAgeMs })) ?? keys.make(profile, signal);
    return withFileLock(lockOf(profile, 'vault-key.lock'), make, signal);
  }

  return {
    async read(profile, item, given) {
      const signal = orClosed(given);
      signal.throwIfAborted();
      const inMemory = memory.get(memoryKey(profile, item));
      if (inMemory !== undefined) return { text: inMemory, kept: 'memory' };
      const file = fileOf(profile);
      const row = await retryWhileBusy(file, () => readRow(file, item), signal);
      if (row === null) return null;
      const text = openText(row, await openingKey(profile, row.key, signal), { profile, item });
      if (text === null) throw appError('VAULT_DAMAGED', { path: file.path });
      return { text, kept: keys.kind };
    },

    async has(profile, item) {
      if (memory.has(memoryKey(profile, item))) return true;
      const file = fileOf(profile);
      return (await retryWhileBusy(file, () => readRow(file, item), closed.signal)) !== null;
    },

    async write(profile, item, text, keep, given) {
      const signal = orClosed(given);
      signal.throwIfAborted();
      const file = fileOf(profile);
      if (keep === 'store') {
        const key = await sealingKey(profile, signal);
        const sealed = sealText(text, key, { profile, item });
        await retryWhileBusy(file, () => writeRow(file, item, sealed), signal);
        memory.delete(memoryKey(profile, item));
        return;
      }
      memory.set(memoryKey(profile, item), text);
      // A row that cannot be opened now may be readable when the keychain is. It is not deleted.
      if (!keys.isAvailable(profile)) return;
      // The value in memory counts from now on, even if the row that it replaces cannot be deleted.
      await retryWhileBusy(file, () => deleteRow(file, item), signal).catch(expectAppError);
    },

    async ready(profile, given) {
      const signal = orClosed(given);
      signal.throwIfAborted();
      const file = fileOf(profile);
      await retryWhileBusy(file, () => prepareDirectory(file), signal);
      await retryWhileBusy(file, () => keysIn(file), signal);
      await sealingKey(profile, signal);
      prepared.add(profile);
    },

    async remove(profile, item) {
      const wasInMemory = memory.delete(memoryKey(profile, item));
      const file = fileOf(profile);
      return (await retryWhileBusy(file, () => deleteRow(file, item), closed.signal)) || wasInMemory;
    },

    async forget(profile) {
      for (const item of ITEMS) memory.delete(memoryKey(profile, item));
      const file = fileOf(profile);
      const wasThere = await retryWhileBusy(file, () => deleteFile(file), closed.signal);
      // An unused key is harmless, and a profile can be deleted while the keychain is locked.
      if (wasThere) await keys.remove(profile).catch(expectAppError);
    },

    runExclusively(profile, task, signal) {
      const start = async () => {
        const started = task();
        tasks.add(started);
        return started.finally(() => tasks.delete(started));
      };
      return withFileLock(lockOf(profile, 'sign-in.lock'), start, AbortSignal.any([signal, closing.signal]));
    },

    async close() {
      const why = appError('KEYCHAIN_UNAVAILABLE', { problem: 'failed', detail: 'it was closed' });
      closing.abort(why);
      await keys.close();
      if (tasks.size > 0 && !closed.signal.aborted) {
        const enough = new AbortController();
        const late = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: enough.signal }).catch(() => undefined);
        await Promise.race([Promise.allSettled(tasks), late]);
        enough.abort();
      }
      closed.abort(why);
      memory.clear();
    },
  };
}

const ITEMS: readonly VaultItem[] = ['client-secret', 'grant'];

function memoryKey(profile: ProfileId, item: VaultItem): string {
  return `${profile}/${item}`;
}

/** Retries while another process writes. @throws AppError VAULT_DAMAGED, STORE_UNWRITABLE */
async function retryWhileBusy<T>({ path }: SealedFilePaths, act: () => T, signal: AbortSignal): Promise<T> {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return act();
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > giveUpAt) throw vaultError(cause, path);
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function expectAppError(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
