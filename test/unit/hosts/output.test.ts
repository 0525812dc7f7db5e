import { expect, onTestFinished, test } from 'vitest';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { Workplace } from '../../support/command.ts';

test('[CLI-31] a command ends quietly when its reader closes the pipe', async () => {
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
