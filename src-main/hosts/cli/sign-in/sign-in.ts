/** Prints only the address on stdout, for programs, and everything else on stderr. */
import { Command } from 'commander';
import { AppError } from '../../../../src-shared/api/errors.ts';
import type { SignInStatus } from '../../../../src-shared/api/profiles.ts';
import { createConnectionProbe } from '../../../adapters/network/connection-probe.ts';
import { checkIssuerReachable } from './issuer-reachable.ts';
import { withSignIns } from './with-sign-ins.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { leavingSoon, printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import { withServiceOptions, type ServiceOptions } from '../options.ts';

type SignInOptions = ServiceOptions & { readonly open: boolean };

export function signInCommand(terminal: Terminal): Command {
  return withServiceOptions(new Command('sign-in'), terminal)
    .option('--no-open', 'do not open the browser, only print the address as "Open: https://…"')
    .action(leavingSoon(terminal, (options: SignInOptions) => signIn(terminal, options)));
}

async function signIn(terminal: Terminal, options: SignInOptions): Promise<void> {
  const stopSignal = terminal.stopSignal();
  await withSignIns(terminal, options, async (signIns, profile) => {
    if (profile.flow === 'authorizationCode')
      await checkIssuerReachable(createConnectionProbe({ env: terminal.environment }), profile, stopSignal);
    // Registered before `begin`, which may wait for a keychain prompt.
    stopSignal.addEventListener('abort', () => signIns.cancel(profile), { once: true });
    const begun = { keep: 'store', orMemory: false, openBrowser: options.open } as const;
    const { address, done } = await signIns.begin(profile, begun);
    if (stopSignal.aborted) signIns.cancel(profile);
    printLine(terminal, `Open: ${address}`);
    reportLine(terminal, 'Waiting up to 5 minutes for the sign-in in the browser. Ctrl+C cancels it.');
    reportLine(terminal, terminalText(signedInWords(await done, profile.name)));
  });
}

function signedInWords(status: SignInStatus, profile: string): string {
  if (status.kind === 'failed' || status.kind === 'missing' || status.kind === 'unavailable')
    throw new AppError(status.error);
  const who = status.kind === 'ready' && status.as !== null ? ` as ${status.as}` : '';
  return `Signed in to ${profile}${who}.`;
}
