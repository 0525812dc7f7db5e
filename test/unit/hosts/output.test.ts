import { expect, onTestFinished, test } from 'vitest';
import { withOutput } from '../../../src-main/hosts/cli/terminal/output.ts';
import { csvRow } from '../../../src-shared/lib/csv.ts';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { Workplace } from '../../support/command.ts';
import { TestTerminal } from '../../support/terminal.ts';

test('[CLI-7] a command ends quietly when its reader closes the pipe', async () => {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const store = await workplace.openStore();
  // Some 10 MB of output, far more than the pipe and the process can buffer.
  for (let first = 1; first < 20_000; first += 500)
    await store.writer.append(batchOf(first === 1 ? 'opens' : 1, receivedEvents(first, first + 499)));
  await store.close();

  const command = workplace.run(['events', '--data-dir', workplace.dataDir, '--format', 'ndjson']);
  await command.waitForText(/"seq":1,.*\n/);
  command.process.stdout?.destroy();
  expect({ code: await command.exit, stderr: command.stderr }).toEqual({ code: 0, stderr: '' });
  expect(command.stdout).not.toContain('"seq":20000,');
});

test.each([
  ['a terminal escapes them', 80, String.raw`"\u001b]0;x\u0007\u009b2J\u000d`, '\tb\nc"\n'],
  ['a file or pipe gets them unchanged', undefined, '"\u001b]0;x\u0007\u009b2J\r', '\tb\nc"\n'],
])('[CLI-1] received control characters in rows of any format: %s', async (_output, columns, start, end) => {
  const terminal = new TestTerminal(columns === undefined ? {} : { columns });
  await withOutput(terminal, async (output) => {
    await output.write(csvRow(['\u001b]0;x\u0007\u009b2J\r\tb\nc']));
    await output.deliver(csvRow(['\u001b]0;x\u0007\u009b2J\r\tb\nc']));
  });
  expect(terminal.output.stdout).toBe(`${start}${end}`.repeat(2));
});
