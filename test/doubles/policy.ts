import { readPolicy } from '../../src-main/adapters/policy/system-policy.ts';
import type { Policy } from '../../src-shared/api/policy/policy.ts';

/** The policy of a file with these settings, for the account `operator`. */
export function parsePolicy(settings: unknown): Policy {
  return readPolicy({ place: '/etc/watchfloor/policy.json', read: () => settings }, 'operator');
}
