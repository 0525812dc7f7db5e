import type { Grant, GrantSource } from '../ports/grants.ts';

/** Provides one grant that is never stored or renewed: that of Practice with its own issuer, or of a connection test. */
export function fixedGrant(grant: Grant): GrantSource {
  return {
    read: async () => grant,
    markAccepted: async () => undefined,
    renew: async () => {
      throw new Error('There is nothing to renew.');
    },
    clientSecret: async () => (grant.kind === 'none' ? null : grant.clientSecret),
    end: async () => undefined,
  };
}
