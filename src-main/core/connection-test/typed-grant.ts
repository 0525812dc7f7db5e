/** The client secret that a person has typed and not kept: it is for this one test, and is nowhere else. */
import type { Grant, GrantSource } from '../ports/grants.ts';

export function typedGrant(clientSecret: string): GrantSource {
  return grantSource(async () => ({ kind: 'client-credentials', clientSecret, kept: 'memory' }));
}

/** Of a profile that was never saved: there is nothing to ask with. */
export function noGrant(profile: string): GrantSource {
  return grantSource(async () => ({
    kind: 'none',
    why: { code: 'NO_SECRET', facts: { profile, problem: 'none' } },
  }));
}

function grantSource(read: () => Promise<Grant>): GrantSource {
  return {
    read,
    accepted: async () => undefined,
    renew: async () => {
      throw new Error('There is nothing to renew.');
    },
    end: async () => undefined,
  };
}
