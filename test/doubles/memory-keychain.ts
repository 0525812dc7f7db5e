import type { Keychain } from '../../src-main/core/ports/keychain.ts';
import { appError } from '../../src-shared/api/errors.ts';

export class MemoryKeychain implements Keychain {
  readonly stored = new Map<string, string>();
  /** `mute` never answers and ignores the signal. `forgetful` accepts everything and keeps nothing. */
  state: 'open' | 'locked' | 'mute' | 'forgetful' = 'open';
  /** Requests such as `read vault-key:profile-one`. */
  readonly requests: string[] = [];

  async read(account: string): Promise<string | null> {
    await this.#request('read', account);
    return this.stored.get(account) ?? null;
  }
  async write(account: string, secret: string): Promise<void> {
    await this.#request('write', account);
    if (this.state === 'open') this.stored.set(account, secret);
  }
  async remove(account: string): Promise<boolean> {
    await this.#request('remove', account);
    return this.stored.delete(account);
  }
  async close(): Promise<void> {}

  async #request(what: string, account: string): Promise<void> {
    this.requests.push(`${what} ${account}`);
    if (this.state === 'mute') await new Promise(() => undefined);
    if (this.state === 'locked') throw appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked' });
  }
}
