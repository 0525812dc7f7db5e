/**
 * Where the issuer keeps its grants, codes, tokens and login sessions: memory of one simulator. The library's own
 * memory is shared by all issuers of a process and warns on the console.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

export class TokenStore {
  /** Model name, then id. */
  readonly #models = new Map<string, Map<string, Kept>>();

  /** One model's view, as the issuer library asks for it. */
  readonly adapter = (model: string): Adapter => {
    const kept = new Map<string, Kept>();
    this.#models.set(model, kept);
    const find = (id: string): AdapterPayload | undefined => {
      const entry = kept.get(id);
      if (entry === undefined) return undefined;
      if (entry.expiresAt > Date.now()) return entry.payload;
      kept.delete(id);
      return undefined;
    };
    return {
      upsert: async (id, payload, expiresInSeconds) => {
        const expiresAt = expiresInSeconds === undefined ? Infinity : Date.now() + expiresInSeconds * 1000;
        kept.set(id, { payload, expiresAt });
      },
      find: async (id) => find(id),
      findByUid: async (uid) => [...kept.values()].find((entry) => entry.payload.uid === uid)?.payload,
      // The device flow alone asks by user code, and it is off.
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = find(id);
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
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

  #forgetGrant(grantId: string): void {
    for (const kept of this.#models.values())
      for (const [id, entry] of kept) if (entry.payload.grantId === grantId) kept.delete(id);
  }
}
