/** Stores a client secret in the vault. Also binds the secrets of environment and file to a changed profile. */
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { readProfileFile } from '../../../adapters/profile/profile-file.ts';
import { secretOf } from '../../../adapters/sign-in/client-secret.ts';
import { createGrants } from '../../../adapters/sign-in/grants.ts';
import { createSecretBindings } from '../../../adapters/sign-in/secret-bindings.ts';
import type { Vault } from '../../../core/ports/vault.ts';
import { openVault } from '../../open-vault.ts';
import { readHiddenLine, type RawInput } from './hidden-line.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { keychainAccess, printLine, type Terminal } from '../terminal/terminal.ts';
import { withDataDirOption, withProfileFileOption, withServiceOptions, type ServiceOptions } from '../options.ts';

export function secretCommand(terminal: Terminal): Command {
  return new Command('secret')
    .addCommand(
      withServiceOptions(new Command('set'), terminal)
        .description(
          "Store the secret from standard input for the profile's issuer, realm and client, such as: watchfloor secret set --profile FILE < secret.txt",
        )
        .action((options: ServiceOptions) => withVault(terminal, options, setSecret)),
    )
    .addCommand(
      withServiceOptions(new Command('remove'), terminal)
        .description('Remove the stored secret.')
        .action((options: ServiceOptions) => withVault(terminal, options, removeSecret)),
    )
    .addCommand(
      withDataDirOption(withProfileFileOption(new Command('bind'), terminal), terminal)
        .description(
          "Confirm that the secret in the environment or clientSecretFile is for the profile's current issuer, realm and client.",
        )
        .action((options: BindOptions) => bindSecrets(terminal, options)),
    );
}

type BindOptions = Pick<ServiceOptions, 'profile' | 'dataDir'>;

type VaultAction = (
  terminal: Terminal,
  vault: Vault,
  profile: ConnectionProfile,
  options: ServiceOptions,
) => Promise<string>;

async function withVault(terminal: Terminal, options: ServiceOptions, act: VaultAction): Promise<void> {
  const profile = await readProfileFile(options.profile);
  const vault = openVault({ ...options, ...keychainAccess(terminal) });
  try {
    printLine(terminal, await act(terminal, vault, profile, options));
  } finally {
    await vault.close();
  }
}

const setSecret: VaultAction = async (terminal, vault, profile, options) => {
  const secret = secretOf(
    isInteractive(terminal.stdin) ? await promptSecret(terminal, terminal.stdin) : await text(terminal.stdin),
  );
  if (secret === '') throw appError('NO_SECRET', { profile: profile.name, problem: 'input-empty' });
  const grants = createGrants({ vault, fromEnvironment: undefined, bindings: createSecretBindings(options.dataDir) });
  await grants.giveSecret(profile, secret, 'store', new AbortController().signal);
  return options.vaultKeyFile === undefined
    ? 'Client secret stored, encrypted with a key in the keychain.'
    : 'Client secret stored, encrypted with the key from the file.';
};

function isInteractive(stdin: Readable): stdin is RawInput {
  return 'isTTY' in stdin && stdin.isTTY === true;
}

async function promptSecret(terminal: Terminal, stdin: RawInput): Promise<string> {
  terminal.stderr.write('Type the client secret (not shown), then press Enter: ');
  const line = await readHiddenLine(stdin);
  terminal.stderr.write('\n');
  // Behaves as if the terminal had handled Ctrl+C, so that the calling process sees an interrupt.
  if (line === null) terminal.interrupt();
  return line ?? '';
}

const removeSecret: VaultAction = async (_terminal, vault, profile) =>
  (await vault.remove(profile.id, 'client-secret')) ? 'Client secret removed.' : 'No client secret was stored.';

async function bindSecrets(terminal: Terminal, options: BindOptions): Promise<void> {
  const profile = await readProfileFile(options.profile);
  await createSecretBindings(options.dataDir).bind(profile, options.profile);
  const { authUrl, realm, clientId } = profile;
  printLine(terminal, terminalText(`The client secret is for ${authUrl}, realm ${realm}, client ${clientId}.`));
}
