/** Deletes a stored sign-in, and revokes it at the issuer if the issuer supports that. */
import { Command } from 'commander';
import type { SignOutResult } from '../../../../src-shared/api/profiles.ts';
import { withSignIns } from './with-sign-ins.ts';
import { leavingSoon, printLine, type Terminal } from '../terminal/terminal.ts';
import { withServiceOptions, type ServiceOptions } from '../options.ts';

export function signOutCommand(terminal: Terminal): Command {
  return withServiceOptions(new Command('sign-out'), terminal).action(
    leavingSoon(terminal, (options: ServiceOptions) => signOut(terminal, options)),
  );
}

async function signOut(terminal: Terminal, options: ServiceOptions): Promise<void> {
  const { atIssuer } = await withSignIns(terminal, options, (signIns, profile) => signIns.signOut(profile));
  printLine(terminal, words[atIssuer]);
}

const words: Readonly<Record<SignOutResult['atIssuer'], string>> = {
  revoked: 'Signed out here and at the issuer.',
  'not-offered': 'Signed out here. The issuer has no sign-out; its tokens expire by themselves.',
  failed:
    'Signed out here, but the issuer could not be reached or refused. Its tokens expire by themselves; or end the session in your account there.',
  'nothing-to-revoke': 'Not signed in here.',
};
