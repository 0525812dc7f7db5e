import { expect, test } from 'vitest';
import { startCommand } from '../../../src-main/hosts/cli/collect/start.ts';
import { TestTerminal } from '../../support/terminal.ts';

test.each([
  [['--replace-profile'], '--replace-profile needs --profile FILE. Name the file.'],
  [['--practice', '--profile', 'acme.json'], '--practice and --profile exclude each other. Give one of them.'],
])('start with %j is refused', async (argv, words) => {
  await expect(startCommand(new TestTerminal()).parseAsync(argv, { from: 'user' })).rejects.toMatchObject({
    data: { code: 'BAD_ARGUMENT', facts: { words } },
  });
});
