/**
 * `watchfloor secret`: keeps a profile's client secret in the OS keychain, read from standard input; and says anew whom
 * the secrets of the other places are for.
 */
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { createOsKeychain } from '../../adapters/keychain/os-keychain.ts';
import { readProfileFile } from '../../adapters/profile/profile-file.ts';
import { secretOf } from '../../adapters/sign-in/client-secret.ts';
import { boundSecret, keychainAccount } from '../../adapters/sign-in/keychain-secret.ts';
import { createSecretBindings } from '../../adapters/sign-in/secret-bindings.ts';
import type { Keychain } from '../../core/ports/keychain.ts';
import { workerUrl } from '../worker-address.ts';
import { dataDirOption } from './data-dir-option.ts';
import { terminalText } from './terminal-text.ts';

const PROFILE = ['--profile <FILE>', 'the connection profile, a JSON file'] as const;

export function secretCommand(): Command {
  return new Command('secret')
    .description("Keep a profile's client secret in the keychain of this computer, or say anew whom it is for.")
    .addCommand(
      new Command('set')
        .description(
          "Store the secret that standard input gives, for the profile's issuer, realm and client, such as: watchfloor secret set --profile FILE < secret.txt",
        )
        .requiredOption(...PROFILE)
        .action(({ profile }: { profile: string }) => withKeychain(profile, setSecret)),
    )
    .addCommand(
      new Command('remove')
        .description('Remove the stored secret.')
        .requiredOption(...PROFILE)
        .action(({ profile }: { profile: string }) => withKeychain(profile, removeSecret)),
    )
    .addCommand(
      new Command('bind')
        .description(
          "Say that the secret of the environment and of the profile's clientSecretFile is for the profile's present issuer, realm and client.",
        )
        .requiredOption(...PROFILE)
        .addOption(dataDirOption())
        .action(bindSecrets),
    );
}

async function withKeychain(
  file: string,
  act: (keychain: Keychain, profile: ConnectionProfile) => Promise<string>,
): Promise<void> {
  const profile = await readProfileFile(file);
  const keychain = createOsKeychain({ workerUrl: workerUrl('keychain') });
  try {
    console.log(await act(keychain, profile));
  } finally {
    await keychain.close();
  }
}

async function setSecret(keychain: Keychain, profile: ConnectionProfile): Promise<string> {
  if (process.stdin.isTTY) console.error('Type the client secret, then Enter and Ctrl+D:');
  const secret = secretOf(await text(process.stdin));
  if (secret === '') throw appError('NO_SECRET', { profile: profile.name, problem: 'input-empty' });
  await keychain.write(keychainAccount(profile), boundSecret(profile, secret));
  return 'The client secret is in the keychain.';
}

async function removeSecret(keychain: Keychain, profile: ConnectionProfile): Promise<string> {
  return (await keychain.remove(keychainAccount(profile)))
    ? 'The client secret was removed.'
    : 'There was no client secret.';
}

async function bindSecrets(options: { profile: string; dataDir: string }): Promise<void> {
  const profile = await readProfileFile(options.profile);
  await createSecretBindings(options.dataDir).bind(profile, options.profile);
  const { authUrl, realm, clientId } = profile;
  console.log(terminalText(`The client secret is for ${authUrl}, realm ${realm}, client ${clientId}.`));
}
