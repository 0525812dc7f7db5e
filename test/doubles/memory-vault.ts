import type { Vault, VaultEntry, VaultItem } from '../../src-main/core/ports/vault.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { CredentialPersistence } from '../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';

export class MemoryVault implements Vault {
  /** `locked` fails for every entry in the store. `mute` never answers and ignores the signal. */
  state: 'open' | 'locked' | 'mute' = 'open';
  /** Simulates a full store: writes fail, reads work. */
  isFull = false;
  readonly #entries = new Map<string, VaultEntry>();
  readonly #tasks = new Map<ProfileId, Promise<unknown>>();

  async read(profile: ProfileId, item: VaultItem, signal: AbortSignal): Promise<VaultEntry | null> {
    signal.throwIfAborted();
    const entry = this.#entries.get(`${profile}/${item}`) ?? null;
    if (entry?.kept === 'keychain') await this.#request();
    return entry;
  }

  async has(profile: ProfileId, item: VaultItem): Promise<boolean> {
    return this.#entries.has(`${profile}/${item}`);
  }

  async write(
    profile: ProfileId,
    item: VaultItem,
    text: string,
    keep: CredentialPersistence,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (keep === 'store') await this.#request();
    if (keep === 'store' && this.isFull) throw appError('STORE_UNWRITABLE', { path: 'vault.db', problem: 'full' });
    this.#entries.set(`${profile}/${item}`, { text, kept: keep === 'store' ? 'keychain' : 'memory' });
  }

  async ready(_profile: ProfileId, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.#request();
  }

  async remove(profile: ProfileId, item: VaultItem): Promise<boolean> {
    return this.#entries.delete(`${profile}/${item}`);
  }

  async forget(profile: ProfileId): Promise<void> {
    for (const item of ['client-secret', 'grant'] as const) this.#entries.delete(`${profile}/${item}`);
  }

  async runExclusively<T>(profile: ProfileId, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#tasks.get(profile) ?? Promise.resolve();
    const { promise: over, resolve: free } = Promise.withResolvers<void>();
    this.#tasks.set(
      profile,
      before.then(() => over),
    );
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('The request was cancelled.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([before, aborted]);
      signal.removeEventListener('abort', abort);
      return await task();
    } finally {
      free();
    }
  }

  async close(): Promise<void> {}

  async #request(): Promise<void> {
    if (this.state === 'mute') await new Promise(() => undefined);
    if (this.state === 'locked') throw appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked' });
  }
}
