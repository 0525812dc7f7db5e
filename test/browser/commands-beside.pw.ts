/** Tests that actions of the command line are on an open page at once, with real processes. */
import type { Page } from '@playwright/test';
import { RunningCommand, parseNdjson } from '../support/command.ts';
import { test } from './failure-fixtures.ts';
import { railLink } from '../support/on-page.ts';
import { eidOf, failedEvent } from '../doubles/failed-events.ts';
import { expect, signal } from './page.ts';

const BY = 'Ines Haugen';
const MAX_DELAY_MS = 1_000;

/** Returns the time from the record of an action until its words are on the page. `expect` would look too rarely. */
async function delay(page: Page, words: string, acting: Promise<number>): Promise<number> {
  const isShown = (text: string) => document.body.innerText.includes(text);
  const shown = page.waitForFunction(isShown, words, { polling: 'raf' }).then(() => Date.now());
  const at = await acting;
  return (await shown) - at;
}

test('[OWN-4] an action of a command next to a running watch is visible on its page within 1 s', async ({
  page,
  workplace,
  watchInProcess,
  send,
  complaints,
}) => {
  const { link } = await watchInProcess();
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  send(failedEvent(1), failedEvent(2));
  await expect(railLink(page, 'Localizations')).toContainText('2');

  async function act(kind: string, ...args: string[]): Promise<number> {
    const all = [kind, ...args, '--by', BY, '--data-dir', workplace.dataDir, '--format', 'ndjson'];
    const command = new RunningCommand(all);
    expect([await command.exit, command.stderr]).toEqual([0, '']);
    return Date.parse(String(parseNdjson(command.stdout)[0]?.['at']));
  }
  const delays: number[] = [];
  const subject = 'START_PROFILE_ALLOCATION_FAILED';
  for (const [kind, words] of [
    ['take', BY],
    ['mute', '1 muted'],
  ] as const) {
    await expect(page.getByText(words)).toHaveCount(0);
    delays.push(await delay(page, words, act(kind, subject)));
  }

  const origin = new URL(page.url()).origin;
  await page.goto(`${origin}/#/localizations?case=${encodeURIComponent(`eid:${eidOf(1)}`)}`);
  const logged = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await expect(logged(`${BY} took it`)).toBeVisible();
  for (const [kind, words, ...more] of [
    ['note', 'ticket 4711', '--note', 'ticket 4711'],
    ['done', `${BY} marked it as done`, '--note', 'device swapped'],
    ['reopen', `${BY} reopened it`],
  ] as const) {
    await expect(logged(words)).toHaveCount(0);
    delays.push(await delay(page, words, act(kind, eidOf(1), ...more)));
    await expect(logged(words)).toHaveCount(1);
  }
  // A busy computer delays one or the other; a page that only polls would delay most.
  const median = delays.toSorted((one, other) => one - other)[Math.floor(delays.length / 2)];
  expect(median, delays.join(', ')).toBeLessThan(MAX_DELAY_MS);

  expect(complaints).toEqual([]);
});
