/**
 * `watchfloor sign-out`: deletes the stored sign-in of a user and revokes it at the issuer if the issuer supports that.
 */
import { Command } from 'commander';
import type { SignOutResult } from '../../../src-shared/api/profiles.ts';
import { dataDirOption } from './data-dir-option.ts';
import { withProfileFileOption } from './required-option.ts';
import { withSignIns, type SignInCommandOptions } from './with-sign-ins.ts';
import { printLine, type Terminal } from './terminal.ts';
import { vaultKeyFileOption } from './vault-key-file-option.ts';

export function signOutCommand(terminal: Terminal): Command {
  return withProfileFileOption(
    new Command('sign-out').description(
      "Forget a person's sign-in to a profile on this computer, and end it at the issuer where that can be.",
    ),
  )
    .addOption(dataDirOption(terminal))
    .addOption(vaultKeyFileOption())
    .action((options: SignInCommandOptions) => signOut(terminal, options));
}

async function signOut(terminal: Terminal, options: SignInCommandOptions): Promise<void> {
  try {
    const { atIssuer } = await withSignIns(terminal, options, (signIns, profile) => signIns.signOut(profile));
    printLine(terminal, words[atIssuer]);
  } finally {
    terminal.leaveSoon();
  }
}

const words: Readonly<Record<SignOutResult['atIssuer'], string>> = {
  revoked: 'Signed out here and at the issuer.',
  'not-offered': 'Signed out here. The issuer has no way to be told; what it has given ends there by itself.',
  failed:
    'Signed out here. The issuer could not be told, or refused: what it has given ends there by itself, or in your account there.',
  'nothing-to-revoke': 'Nobody is signed in here.',
};
