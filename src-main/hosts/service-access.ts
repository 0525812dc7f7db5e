/** Sends one request with a profile's sign-in, without watching. Opens no store and starts no log. */
import { createSystemClock } from '../adapters/clock/system-clock.ts';
import { createNetwork } from '../adapters/network/network.ts';
import { readProfileFile } from '../adapters/profile/profile-file.ts';
import { createServiceClient } from '../adapters/service/service-client.ts';
import { takeSecretFromEnvironment } from '../adapters/sign-in/client-secret.ts';
import { createGrants } from '../adapters/sign-in/grants.ts';
import { createOpenidTokenIssuer } from '../adapters/sign-in/openid-token-issuer.ts';
import { createSecretBindings } from '../adapters/sign-in/secret-bindings.ts';
import type { AccessParts } from '../core/access/request-access.ts';
import { refuseProfile } from '../core/policy/policy-rules.ts';
import type { Log } from '../core/ports/log.ts';
import type { Policy } from '../../src-shared/api/policy/policy.ts';
import { secretRecordingIssuer } from '../core/sign-in/known-secrets.ts';
import { TokenKeeper } from '../core/sign-in/token-keeper.ts';
import { processSecrets } from './process-secrets.ts';
import { type KeychainAccess, openVault } from './open-vault.ts';
import { readGrantOnce } from './read-grant-once.ts';

const NO_LOG: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The client secret is removed from `environment`. */
export interface ServiceAccessOptions extends KeychainAccess {
  readonly profile: string;
  readonly dataDir: string;
  readonly vaultKeyFile?: string;
  readonly policy: Policy;
}

/** The caller closes what this opens. @throws AppError BAD_PROFILE, MANAGED, POLICY_DAMAGED, VAULT_KEY_FILE */
export async function openProfileAccess(options: ServiceAccessOptions) {
  const fromEnvironment = takeSecretFromEnvironment(options.environment);
  const profile = await readProfileFile(options.profile);
  refuseProfile(options.policy, profile);
  const network = createNetwork({ env: options.environment });
  const vault = openVault(options);
  return {
    profile,
    network,
    clock: createSystemClock(),
    grants: createGrants({ vault, fromEnvironment, bindings: createSecretBindings(options.dataDir) }),
    issuer: secretRecordingIssuer(createOpenidTokenIssuer({ network }), processSecrets),
    close: () => vault.close(),
  };
}

/** @throws AppError BAD_PROFILE, VAULT_…, KEYCHAIN_UNAVAILABLE, NO_SECRET, SECRET_BOUND, SIGNED_OUT; as `query` */
export async function withServiceAccess<T>(
  options: ServiceAccessOptions,
  query: (question: AccessParts, signal: AbortSignal) => Promise<T>,
  stopSignal: AbortSignal,
): Promise<T> {
  const { profile, network, clock, issuer, ...access } = await openProfileAccess(options);
  const over = new AbortController();
  const signal = AbortSignal.any([stopSignal, over.signal]);
  try {
    await network.checkAuthorities(profile.caFile ?? null);
    const grants = await readGrantOnce(access.grants.of(profile, options.profile), signal);
    const tokens = new TokenKeeper({ profile, issuer, grants, clock, log: NO_LOG, signal });
    return await query({ profile, tokens, service: createServiceClient({ network }), clock }, signal);
  } finally {
    over.abort(new Error('the command has ended'));
    await access.close();
  }
}
