import { expect, test } from 'vitest';
import { runCommandLine } from '../../../src-main/hosts/cli/main.ts';
import { processSecrets } from '../../../src-main/hosts/process-secrets.ts';
import { TestTerminal } from '../../support/terminal.ts';

test('[LEAK-1] a bug in any command is printed without the secrets that this process knows', async () => {
  processSecrets.add('canary-1234567890');
  const argv = ['node', 'watchfloor', 'count'];
  // The bug is in reading the arguments, before any command runs.
  Object.defineProperty(argv, 'slice', {
    value: () => {
      throw new Error('it repeats canary-1234567890', { cause: { secret: 'canary-1234567890' } });
    },
  });
  const terminal = new TestTerminal();
  expect([await runCommandLine(argv, terminal), terminal.output.stderr]).toEqual([
    1,
    expect.stringMatching(/^(?!.*canary).*Error: it repeats \[redacted\].*\[cause\]: .*\[redacted\]/s),
  ]);
});
