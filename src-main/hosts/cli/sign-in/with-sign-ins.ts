/**
 * Composes what the sign-in commands need: the vault, the issuer and the redirect listener, but no store, log or
 * stream. `collect` and `start` use the grant that they store.
 */
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import { createNetwork } from '../../../adapters/network/network.ts';
import { readProfileFile } from '../../../adapters/profile/profile-file.ts';
import { takeSecretFromEnvironment } from '../../../adapters/sign-in/client-secret.ts';
import { createGrants } from '../../../adapters/sign-in/grants.ts';
import { createOpenidTokenIssuer } from '../../../adapters/sign-in/openid-token-issuer.ts';
import { createRedirectListener } from '../../../adapters/sign-in/redirect-listener.ts';
import { createSecretBindings } from '../../../adapters/sign-in/secret-bindings.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { SignInBrowser } from '../../../core/ports/redirect-listener.ts';
import { SignIns } from '../../../core/sign-in/sign-ins.ts';
import { secretRecordingIssuer } from '../../../core/sign-in/known-secrets.ts';
import { bugText, processSecrets } from '../../process-secrets.ts';
import { isSignInAddress } from '../../sign-in-address.ts';
import { openVault } from '../../open-vault.ts';
import { openBrowser } from './open-browser.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import type { ServiceOptions } from '../options.ts';

function bugLog(terminal: Terminal): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error(message, fields) {
      const error = fields?.['error'];
      reportLine(terminal, `watchfloor: ${message} ${error === undefined ? '' : bugText(error)}`.trimEnd());
    },
  };
}

/** @throws AppError BAD_PROFILE, VAULT_KEY_FILE; what `run` throws */
export async function withSignIns<T>(
  terminal: Terminal,
  options: ServiceOptions,
  run: (signIns: SignIns, profile: ConnectionProfile) => Promise<T>,
): Promise<T> {
  const { environment } = terminal;
  const profile = await readProfileFile(options.profile);
  const network = createNetwork({ env: environment });
  await network.checkAuthorities(profile.caFile ?? null);
  const vault = openVault({ ...options, environment });
  const fromEnvironment = takeSecretFromEnvironment(environment);
  const signIns = new SignIns({
    clock: createSystemClock(),
    log: bugLog(terminal),
    issuer: secretRecordingIssuer(createOpenidTokenIssuer({ network }), processSecrets),
    grants: createGrants({ fromEnvironment, vault, bindings: createSecretBindings(options.dataDir) }),
    redirects: createRedirectListener(),
    browser: terminalBrowser(environment),
  });
  try {
    signIns.source(profile, options.profile);
    return await run(signIns, profile);
  } finally {
    signIns.stop();
    await vault.close();
  }
}

/** A browser that fails to open is not detected, so the address is always printed, too. */
function terminalBrowser(environment: NodeJS.ProcessEnv): SignInBrowser {
  return {
    async open(address, profile) {
      if (!isSignInAddress(address, profile)) return false;
      openBrowser(address, environment);
      return true;
    },
  };
}
