/** Tests that a command goes on serving others after the reader of its output has gone. */
import { expect, onTestFinished, test } from 'vitest';
import { Workplace } from '../../support/command.ts';

test('[CLI-7] a simulator whose output is no longer read goes on answering', async () => {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const simulator = workplace.run(['simulator', '--verbose', '--subscriptions', '10', '--scenario', 'none']);
  const [, origin = ''] = await simulator.waitForText(/ready: (http:\/\/\S+)/);
  simulator.process.stdout?.destroy();
  simulator.process.stderr?.destroy();
  for (let time = 0; time < 4; time += 1)
    expect((await fetch(`${origin}/control/subscribers`)).status).toBeLessThan(500);
  expect(await simulator.stop()).toBe(0);
});
