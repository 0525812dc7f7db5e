/**
 * Where the issuer keeps its grants, codes, tokens and login sessions: memory of one simulator. The library's own
 * memory is shared by all issuers of a process and warns on the console.
 *
 * What is kept ends by the service's clock. The library holds every `exp` against this computer's clock and cannot be
 * given another, so whatever has not ended here is handed out with an `exp` that it takes for the future.
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
  /** Model name, then id. */
  readonly #models = new Map<string, Map<string, StoredEntry>>();

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  /** One model's view, as the issuer library asks for it. */
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
        // A session lives longer with each use; of all else the library only writes down again what is left.
        const before = model === 'Session' ? Infinity : (kept.get(id)?.expiresAt ?? Infinity);
        kept.set(id, { payload, expiresAt: Math.min(asked, before) });
      },
      find: async (id) => find(id),
      findByUid: async (uid) => {
        const [id] = [...kept].find(([, entry]) => entry.payload.uid === uid) ?? [];
        return id === undefined ? undefined : find(id);
      },
      // The device flow alone asks by user code, and it is off.
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

  /** The library counts whole seconds and rounds down: one more, and what has a moment left is not over for it. */
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
