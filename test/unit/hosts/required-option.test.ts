import { type Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { collectCommand } from '../../../src-main/hosts/cli/collect/collect.ts';
import { doctorCommand } from '../../../src-main/hosts/cli/sign-in/doctor.ts';
import { permissionsCommand } from '../../../src-main/hosts/cli/inventory/permissions.ts';
import { restoreCommand } from '../../../src-main/hosts/cli/store/restore.ts';
import { secretCommand } from '../../../src-main/hosts/cli/sign-in/secret.ts';
import { signInCommand } from '../../../src-main/hosts/cli/sign-in/sign-in.ts';
import { signOutCommand } from '../../../src-main/hosts/cli/sign-in/sign-out.ts';
import type { Terminal } from '../../../src-main/hosts/cli/terminal/terminal.ts';
import { TestTerminal } from '../../support/terminal.ts';

async function called(create: (terminal: Terminal) => Command, ...args: string[]) {
  const command = create(new TestTerminal());
  let output = '';
  for (const each of [command, ...command.commands])
    each.exitOverride().configureOutput({ writeErr: (text) => (output += text) });
  const error: unknown = await command.parseAsync(args, { from: 'user' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommanderError);
  return output;
}

const commands: readonly [name: string, command: (terminal: Terminal) => Command, ...before: string[]][] = [
  ['collect', collectCommand],
  ['doctor', doctorCommand],
  ['permissions', permissionsCommand],
  ['sign-in', signInCommand],
  ['sign-out', signOutCommand],
  ['secret set', secretCommand, 'set'],
  ['secret remove', secretCommand, 'remove'],
  ['secret bind', secretCommand, 'bind'],
];

test.each(commands)('%s reports a misspelt option before a missing one', async (_name, command, ...before) => {
  expect([await called(command, ...before, '--profil', 'x'), await called(command, ...before)]).toEqual([
    "error: unknown option '--profil'\n(Did you mean --profile?)\n",
    "error: required option '--profile <FILE>' not specified\n",
  ]);
});

test('restore reports a misspelt option before a missing one', async () => {
  expect([await called(restoreCommand, '--form', 'x'), await called(restoreCommand)]).toEqual([
    "error: unknown option '--form'\n(Did you mean --from?)\n",
    "error: required option '--from <FILE>' not specified\n",
  ]);
});
