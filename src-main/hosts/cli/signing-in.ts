/**
 * What the commands about a sign-in need: the vault, the issuer and the way back from it; no store, no log, no stream.
 * The grant that they keep is the one that `collect` and `start` use.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { createSystemClock } from '../../adapters/clock/system-clock.ts';
import { createNetwork } from '../../adapters/network/network.ts';
import { readProfileFile } from '../../adapters/profile/profile-file.ts';
import { takeSecretFromEnvironment } from '../../adapters/sign-in/client-secret.ts';
import { createGrants } from '../../adapters/sign-in/grants.ts';
import { createOpenidTokenIssuer } from '../../adapters/sign-in/openid-token-issuer.ts';
import { createRedirectListener } from '../../adapters/sign-in/redirect-listener.ts';
import { createSecretBindings } from '../../adapters/sign-in/secret-bindings.ts';
import type { Log } from '../../core/ports/log.ts';
import type { SignInBrowser } from '../../core/ports/redirect-listener.ts';
import { createSignIns } from '../../core/sign-in/create-sign-ins.ts';
import { overheardIssuer } from '../../core/sign-in/known-secrets.ts';
import type { SignIns } from '../../core/sign-in/sign-ins.ts';
import { bugText, secretsHere } from '../secrets-here.ts';
import { isSignInAddress } from '../sign-in-address.ts';
import { vaultOf } from '../vault-of.ts';
import { openBrowser } from './open-browser.ts';
import type { VaultKeyFileOption } from './vault-key-file-option.ts';

export interface SigningInOptions extends VaultKeyFileOption {
  /** Path of the profile's file. */
  readonly profile: string;
  readonly dataDir: string;
}

/** What goes wrong unexpectedly is a bug, and its command's failure. */
function failing(message: string, fields?: Record<string, unknown>): void {
  const error = fields?.['error'];
  console.error(`watchfloor: ${message}`, error === undefined ? '' : bugText(error));
}
const log: Log = { info: () => undefined, warn: () => undefined, error: failing };

/** @throws AppError BAD_PROFILE, VAULT_KEY_FILE; what `act` throws */
export async function signingIn<T>(
  options: SigningInOptions,
  act: (signIns: SignIns, profile: ConnectionProfile) => Promise<T>,
): Promise<T> {
  const profile = await readProfileFile(options.profile);
  const network = createNetwork({ env: process.env });
  await network.checkAuthorities(profile.caFile ?? null);
  const vault = vaultOf(options);
  const fromEnvironment = takeSecretFromEnvironment(process.env);
  const signIns = createSignIns({
    clock: createSystemClock(),
    log,
    issuer: overheardIssuer(createOpenidTokenIssuer({ network }), secretsHere),
    grants: createGrants({ fromEnvironment, vault, bindings: createSecretBindings(options.dataDir) }),
    redirects: createRedirectListener(),
    browser: terminalBrowser,
  });
  try {
    signIns.source(profile, options.profile);
    return await act(signIns, profile);
  } finally {
    signIns.stop();
    await vault.close();
  }
}

/** Whether one came up is not known: the address is printed all the same. */
const terminalBrowser: SignInBrowser = {
  async open(address, profile) {
    if (!isSignInAddress(address, profile)) return false;
    openBrowser(address);
    return true;
  },
};
