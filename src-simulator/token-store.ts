/**
 * Stores grants, codes, tokens and login sessions of the issuer in memory. The library's own memory store is shared by
 * all issuers of a process and warns on the console.
 * Entries expire by the service's clock. The library compares every `exp` with this computer's clock and cannot use
 * another one, so valid entries are returned with an `exp` in its future.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { ServiceClock } from './clock.ts';

interface StoredEntry {
  readonly payload: AdapterPayload;
  /** UTC epoch ms by the service's clock. */
  readonly expiresAt: number;
}

export class TokenStore {
  readonly #clock: ServiceClock;
  /** Keyed by model name, then id. */
  readonly #models = new Map<string, Map<string, StoredEntry>>();

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  readonly adapter = (model: string): Adapter => {
    const kept = new Map<string, StoredEntry>();
    this.#models.set(model, kept);
    const find = (id: string): AdapterPayload | undefined => {
      const entry = kept.get(id);
      if (entry === undefined) return undefined;
      if (entry.expiresAt > this.#clock.now()) return this.#alive(entry);
      kept.delete(id);
      return undefined;
    };
    return {
      upsert: async (id, payload, expiresInSeconds) => {
        const asked = expiresInSeconds === undefined ? Infinity : this.#clock.now() + expiresInSeconds * 1000;
        // Each use extends a session. For other models the library only writes the remaining time again.
        const before = model === 'Session' ? Infinity : (kept.get(id)?.expiresAt ?? Infinity);
        kept.set(id, { payload, expiresAt: Math.min(asked, before) });
      },
      find: async (id) => find(id),
      findByUid: async (uid) => {
        const [id] = [...kept].find(([, entry]) => entry.payload.uid === uid) ?? [];
        return id === undefined ? undefined : find(id);
      },
      // Only the device flow searches by user code, and it is disabled.
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const entry = kept.get(id);
        if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => {
        kept.delete(id);
      },
      revokeByGrantId: async (grantId) => this.#forgetGrant(grantId),
    };
  };

  forgetRefreshTokens(): void {
    this.#models.get('RefreshToken')?.clear();
  }

  /** The library counts whole seconds and rounds down, so one more second keeps an entry valid until its end. */
  #alive({ payload, expiresAt }: StoredEntry): AdapterPayload {
    if (expiresAt === Infinity) return payload;
    const left = Math.ceil((expiresAt - this.#clock.now()) / 1000) + 1;
    return { ...payload, exp: Math.floor(Date.now() / 1000) + left };
  }

  #forgetGrant(grantId: string): void {
    for (const kept of this.#models.values())
      for (const [id, entry] of kept) if (entry.payload.grantId === grantId) kept.delete(id);
  }
}
