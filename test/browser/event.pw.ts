/** Tests that events of unexpected shapes open in the page, through the real store and the real decoder. */
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { generateFleet } from '../../src-simulator/fleet/fleet.ts';
import { Random } from '../../src-simulator/random.ts';
import { poisons } from '../../src-simulator/scenarios/poison-events.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { poisonTexts } from '../doubles/poison-texts.ts';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import { FILLED_STORE_ID } from '../support/command.ts';
import { expect, timelineRows, signal, test } from './page.ts';

const AT = Date.UTC(2026, 10, 21, 14);

/** Returns the poison events of the simulator, and texts that can break a page. */
function harmful() {
  const sent = poisons(new Random(1), generateFleet(1, 10, AT), AT).map(([name, { event, data }]) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return { name, kind: event, data: text };
  });
  return [...sent, ...poisonTexts.map(([name, data]) => ({ name, kind: 'LOCALIZATION', data }))];
}

test(
  '[PAGE-80] an event of any shape and depth opens, and the signal and the next event still work',
  { tag: '@long' },
  async ({ page, workplace, start, complaints }) => {
    const events = harmful();
    const store = await workplace.openStore();
    for (const [index, { kind, data }] of events.entries()) {
      const event = receivedEvent(index + 1, { receivedAt: AT + 1_000 * index, kind, data });
      await store.writer.append(batchOf(index === 0 ? 'opens' : 1, [event]));
    }
    await store.close();
    const simulator = await startSimulator({ scenario: 'none' });
    try {
      const profile = await workplace.profile(simulator, { id: FILLED_STORE_ID });
      const { link } = await start(['--profile', profile], {
        [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
      });
      await page.goto(link);
      await expect(timelineRows(page).first()).toBeVisible();
      for (const [index, { name, data }] of events.entries()) {
        const pane = page.getByRole('complementary', { name: `Event ${index + 1}`, exact: true });
        await page.goto(`${new URL(link).origin}/#/timeline?event=${index + 1}`);
        await expect(pane.getByRole('heading', { name: 'Received text' }), name).toBeVisible();
        if (data !== '') await expect(pane.getByTestId('raw'), name).not.toContainText('Formatting …');
        await expect(page.getByText('This part of the page has failed.'), name).toBeHidden();
      }
      await expect(signal(page)).toHaveText(/Watching/);
      expect(complaints).toEqual([]);
    } finally {
      await simulator.stop();
    }
  },
);
