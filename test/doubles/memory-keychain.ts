import type { Keychain } from '../../src-main/core/ports/keychain.ts';
import { appError } from '../../src-shared/api/errors.ts';

/** A keychain in memory, which can be out of order or never answer. */
export class MemoryKeychain implements Keychain {
  readonly kept = new Map<string, string>();
  /** `mute` never answers and ignores the signal. */
  state: 'open' | 'locked' | 'mute' = 'open';

  async read(account: string): Promise<string | null> {
    if (this.state === 'mute') return new Promise(() => undefined);
    if (this.state === 'locked') throw appError('KEYCHAIN_UNAVAILABLE', { detail: 'it is locked' });
    return this.kept.get(account) ?? null;
  }
  async write(account: string, secret: string): Promise<void> {
    this.kept.set(account, secret);
  }
  async remove(account: string): Promise<boolean> {
    return this.kept.delete(account);
  }
  async close(): Promise<void> {}
}
