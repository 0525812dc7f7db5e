/** Provides the grant that Practice uses with its own issuer. It ends with the simulator and is never stored. */
import type { GrantSource } from '../ports/grants.ts';

export function builtInGrant(clientSecret: string): GrantSource {
  return {
    read: async () => ({ kind: 'client-credentials', clientSecret, kept: 'built-in' }),
    markAccepted: async () => undefined,
    renew: () => Promise.reject(new Error('Practice has no person to sign in.')),
    clientSecret: async () => clientSecret,
    end: async () => undefined,
  };
}
