/** `watchfloor secret`: puts a profile's client secret into the OS keychain, read from standard input. */
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { AppError } from '../../../src-shared/api/errors.ts';
import { createOsKeychain } from '../../adapters/keychain/os-keychain.ts';
import { readProfileFile } from '../../adapters/profile/profile-file.ts';
import { keychainAccount } from '../../adapters/sign-in/client-secret.ts';
import type { Keychain } from '../../core/ports/keychain.ts';
import { workerUrl } from '../worker-address.ts';

export function secretCommand(): Command {
  return new Command('secret')
    .description("Keep a profile's client secret in the keychain of this computer.")
    .addCommand(
      new Command('set')
        .description(
          'Store the secret that standard input gives, such as: watchfloor secret set --profile FILE < secret.txt',
        )
        .requiredOption('--profile <FILE>', 'the connection profile, a JSON file')
        .action(({ profile }: { profile: string }) => withKeychain(profile, setSecret)),
    )
    .addCommand(
      new Command('remove')
        .description('Remove the stored secret.')
        .requiredOption('--profile <FILE>', 'the connection profile, a JSON file')
        .action(({ profile }: { profile: string }) => withKeychain(profile, removeSecret)),
    );
}

async function withKeychain(
  file: string,
  act: (keychain: Keychain, account: string) => Promise<string>,
): Promise<void> {
  const account = keychainAccount(await readProfileFile(file));
  const keychain = createOsKeychain({ workerUrl: workerUrl('keychain') });
  try {
    console.log(await act(keychain, account));
  } finally {
    await keychain.close();
  }
}

async function setSecret(keychain: Keychain, account: string): Promise<string> {
  if (process.stdin.isTTY) console.error('Type the client secret, then Enter and Ctrl+D:');
  const secret = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (secret === '') throw new AppError('NO_SECRET', 'Standard input gave no secret. Pass it as in: … < secret.txt');
  await keychain.write(account, secret);
  return 'The client secret is in the keychain.';
}

async function removeSecret(keychain: Keychain, account: string): Promise<string> {
  return (await keychain.remove(account)) ? 'The client secret was removed.' : 'There was no client secret.';
}
