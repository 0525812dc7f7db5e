/**
 * The library's own memory store is shared by all issuers of a process and warns on the console. Entries expire by the
 * service's clock; the library compares `exp` with this computer's, so valid ones get an `exp` in its future.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { ServiceClock } from '../clock.ts';

interface StoredEntry {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

export class TokenStore {
  readonly #clock: ServiceClock;
  readonly #models = new Map<string, Map<string, StoredEntry>>();

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  readonly adapter = (model: string): Adapter => {
    const entries = new Map<string, StoredEntry>();
    this.#models.set(model, entries);
    const find = (id: string): AdapterPayload | undefined => {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      if (entry.expiresAt > this.#clock.now()) return this.#alive(entry);
      entries.delete(id);
      return undefined;
    };
    return {
      upsert: async (id, payload, expiresInSeconds) => {
        const requestedEnd = expiresInSeconds === undefined ? Infinity : this.#clock.now() + expiresInSeconds * 1000;
        // Each use extends a session. For other models the library only writes the remaining time again.
        const before = model === 'Session' ? Infinity : (entries.get(id)?.expiresAt ?? Infinity);
        entries.set(id, { payload, expiresAt: Math.min(requestedEnd, before) });
      },
      find: async (id) => find(id),
      findByUid: async (uid) => {
        const [id] = [...entries].find(([, entry]) => entry.payload.uid === uid) ?? [];
        return id === undefined ? undefined : find(id);
      },
      // Only the device flow searches by user code, and it is disabled.
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const entry = entries.get(id);
        if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => {
        entries.delete(id);
      },
      revokeByGrantId: async (grantId) => this.#forgetGrant(grantId),
    };
  };

  forgetRefreshTokens(): void {
    this.#models.get('RefreshToken')?.clear();
  }

  forgetAll(): void {
    for (const entries of this.#models.values()) entries.clear();
  }

  /** The library counts whole seconds and rounds down, so one more second keeps an entry valid until its end. */
  #alive({ payload, expiresAt }: StoredEntry): AdapterPayload {
    if (expiresAt === Infinity) return payload;
    const left = Math.ceil((expiresAt - this.#clock.now()) / 1000) + 1;
    return { ...payload, exp: Math.floor(Date.now() / 1000) + left };
  }

  #forgetGrant(grantId: string): void {
    for (const entries of this.#models.values())
      for (const [id, entry] of entries) if (entry.payload.grantId === grantId) entries.delete(id);
  }
}
