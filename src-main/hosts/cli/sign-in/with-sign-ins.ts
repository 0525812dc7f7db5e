/** Composes the sign-in commands without store, log or stream. `collect` and `start` use the stored grant. */
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { createRedirectListener } from '../../../adapters/sign-in/redirect-listener.ts';
import type { Log } from '../../../core/ports/log.ts';
import { SignIns } from '../../../core/sign-in/sign-ins.ts';
import { bugText } from '../../process-secrets.ts';
import { createExternalBrowser } from '../../electron/open-external.ts';
import { openBrowser } from './open-browser.ts';
import { keychainAccess, reportLine, type Terminal } from '../terminal/terminal.ts';
import type { ServiceOptions } from '../options.ts';
import { openProfileAccess } from '../../service-access.ts';

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
  const { profile, network, close, ...access } = await openProfileAccess({
    ...options,
    ...keychainAccess(terminal),
    policy: await terminal.policy(),
  });
  const signIns = new SignIns({
    ...access,
    log: bugLog(terminal),
    redirects: createRedirectListener(),
    // A browser that fails to open is not detected, so the address is always printed, too.
    browser: createExternalBrowser(async (address) => openBrowser(address, environment)),
  });
  try {
    await network.checkAuthorities(profile.caFile ?? null);
    signIns.source(profile, options.profile);
    return await run(signIns, profile);
  } finally {
    signIns.stop();
    await close();
  }
}
