/** Counts what an operator must read in a storm, and the key presses and clicks of the tasks of a shift. */
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { fillShift } from '../pictures/filled-shift.ts';
import { FILLED_STORE_ID, Workplace } from '../support/command.ts';
import { expect, SharedHost, test as base } from './page.ts';
import { visibleText } from './visible-text.ts';

const MAX_NUMBERS = 60;
const MAX_WORDS = 250;

/** A shift of 20 h that ends in a storm, with other failures, partial requests, gaps and owners. */
const test = base.extend<object, { shift: SharedHost }>({
  shift: [
    async ({ browser }, use) => {
      const [simulator, workplace] = await Promise.all([startSimulator({ scenario: 'none' }), Workplace.create()]);
      const store = await workplace.openStore('Acme Europe');
      await fillShift(store, 'storm');
      await store.close();
      const profile = await workplace.profile(simulator, { id: FILLED_STORE_ID, name: 'Acme Europe' });
      const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
      await use(await SharedHost.start(browser, workplace, ['--profile', profile], secret));
      await workplace.close();
      await simulator.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
test.use({ opens: null });

test('[PAGE-55] the first screen in a storm has at most 60 numbers and 250 words at 1440 × 900', async ({
  page,
  shift,
}) => {
  await shift.enter(page);
  await expect(page.getByRole('heading', { name: /cannot be used/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Failures by country' })).toBeVisible();
  await expect(page.getByText(/^(Looks like one|May be several) cause/)).toBeVisible();
  const { words, numbers } = await visibleText(page);
  // More than the frame, so that a screen that still reads does not pass.
  expect(numbers.length).toBeGreaterThan(30);
  expect(numbers.length, numbers.join(' ')).toBeLessThanOrEqual(MAX_NUMBERS);
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(MAX_WORDS);
});
