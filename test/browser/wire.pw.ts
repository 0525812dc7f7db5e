/** Tests the connection in the real page: what the page shows, and how soon, when either end is frozen or gone. */
import type { Browser, Page } from '@playwright/test';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import type { RunningCommand } from '../support/command.ts';
import { expect, timelineRows, signal, type Started, test as base } from './page.ts';

/** Words of the signal, since when, and the age of the newest row at that time in seconds. */
interface Turn {
  readonly at: number;
  readonly words: string;
  readonly rowAge: number | null;
}

/** Simulator with the usual heartbeat of 30 s, so that only the connection can show that something is wrong. */
const test = base.extend<{ simulator: Simulator; watched: Started<RunningCommand> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  simulator: async ({}, use) => {
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 1_000 });
    await use(simulator);
    await simulator.stop();
  },
  watched: async ({ workplace, simulator, startProcess }, use) => {
    const profile = await workplace.profile(simulator);
    const started = await startProcess(['--profile', profile], {
      [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
    });
    await use(started);
    started.command.process.kill('SIGCONT');
  },
});

/** Records each changed frame in the page, by the clock that this process shares. */
async function noteTurns(page: Page): Promise<() => Promise<Turn[]>> {
  await page.evaluate(() => {
    const turns: Turn[] = [];
    Object.assign(window, { turns });
    const note = () => {
      const words = document.querySelector('[data-testid=signal]')?.textContent ?? '';
      const newest = /\d\d:\d\d:\d\d/.exec(document.querySelector('[role=grid] tbody')?.textContent ?? '')?.[0];
      const at = Date.now();
      const received = Date.parse(`${new Date(at).toISOString().slice(0, 10)}T${newest}Z`);
      const rowAge = Number.isNaN(received) ? null : Math.floor((at - received) / 1_000);
      const last = turns.at(-1);
      if (last?.words !== words || last.rowAge !== rowAge) turns.push({ at, words, rowAge });
      requestAnimationFrame(note);
    };
    note();
  });
  return () => page.evaluate(() => (window as unknown as { turns: Turn[] }).turns);
}

/** Returns the ids of all renderer processes of this browser, including a spare one. */
async function renderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

test(
  '[PAGE-20] a frozen backend is not connected and calls fail, and the page is watching again when the backend resumes',
  { tag: '@long' },
  async ({ page, watched: { command, link } }) => {
    await page.goto(link);
    await expect(signal(page)).toHaveText(/Watching/);
    await expect(timelineRows(page).first()).toBeVisible();
    command.process.kill('SIGSTOP');
    await expect(signal(page)).toHaveText(/Not connected/);
    expect(await page.title()).not.toContain('Watching');
    const refused = page.getByText('This event cannot be read now: Watchfloor does not answer.');
    // Data that was read stays; a query is refused with a sentence, and is repeated automatically after the
    // reconnection.
    await timelineRows(page).last().click();
    await expect(refused).toBeVisible();
    command.process.kill('SIGCONT');
    await expect(signal(page)).toHaveText(/Watching/);
    await expect(refused).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Received text' })).toBeVisible();
  },
);

test(
  '[PAGE-20] a page that slept is current when it wakes, and does not return to "Watching" over old rows',
  { tag: '@long' },
  async ({ page, browser, simulator, watched: { link } }) => {
    await page.goto(link);
    await expect(signal(page)).toHaveText(/Watching/);
    const feeding = setInterval(() => simulator.control.emitLocalization(false), 40);
    try {
      await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(10);
      const turns = await noteTurns(page);
      const pids = await renderers(browser);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      // There is no event to wait for: the page sleeps, and time must pass.
      await new Promise((over) => setTimeout(over, 12_000));
      const wokenAt = Date.now();
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      const isCurrent = ({ words, rowAge }: Turn) =>
        /Watching/.test(words) && rowAge !== null && rowAge <= FRESH_SECONDS;
      const sinceWaking = async () => (await turns()).filter(({ at }) => at >= wokenAt);
      await expect.poll(async () => (await sinceWaking()).some(isCurrent)).toBe(true);
      // The first frames show what was on the screen before, and the bar can be a frame ahead of the rows.
      const seen = await sinceWaking();
      const sinceCurrent = seen.slice(seen.findIndex(isCurrent));
      const isFalse = ({ words, rowAge }: Turn) => /Watching/.test(words) && (rowAge ?? 0) > OLD_SECONDS;
      expect(sinceCurrent.filter(isFalse)).toEqual([]);
    } finally {
      clearInterval(feeding);
    }
  },
);

/** A list that follows a storm refreshes every 2 s, and the times of rows are whole seconds. */
const FRESH_SECONDS = 3;
/** Time that the backend waits for a page that does not answer, and the time until it notices. */
const OLD_SECONDS = 6;
