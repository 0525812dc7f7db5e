/** Tests the timeline in narrower windows and at larger sizes than usual, in a browser. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PageBackend } from '../doubles/page-backend.ts';
import { START } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const DAY_MS = 86_400_000;

const firstLine = () => document.querySelector('[data-kind="row"]')?.textContent;
const titles = () =>
  [...document.querySelectorAll('[role="grid"] th')].map((title) => [
    title.textContent,
    title.querySelector('svg') !== null,
  ]);

async function timeline(hash: string | null = null, receivedAt = START) {
  const backend = new PageBackend();
  backend.storeQuietly(3, { kind: 'LOCALIZATION', operation: 'ALLOCATED', outcome: 'failed', receivedAt });
  await renderWatching(hash, backend);
  await expect.poll(firstLine).toBeDefined();
}

describe('the timeline at other sizes', () => {
  it('shows the time of an event in the narrowest window too', async () => {
    await timeline();
    await page.viewport(450, 600);
    await expect.poll(firstLine).toMatch(/^Failed14:00:00/);
  });

  it('[PAGE-441] leaves out milliseconds in the narrowest window, where a time of another day leaves no room', async () => {
    await timeline(null, START - DAY_MS - 264);
    await page.viewport(320, 600);
    await expect.poll(firstLine).toMatch(/^Failed\d+ \w+ 13:59:59[^.]/);
  });

  it('returns the focus to the list if an event was opened by its address alone', async () => {
    await timeline('#/timeline?event=2');
    await page.viewport(900, 600);
    await expect.element(page.getByRole('complementary', { name: 'Event 2' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid')).toHaveFocus();
  });

  it('[PAGE-441] has in wall mode, whose type is larger, the columns that fit', async () => {
    window.history.replaceState(null, '', '?wall');
    document.documentElement.dataset['wall'] = '';
    onTestFinished(() => void delete document.documentElement.dataset['wall']);
    await page.viewport(1960, 1080);
    await timeline();
    await expect.poll(titles).toEqual([
      ['Outcome', false],
      ['Received (UTC)', false],
      ['Summary', false],
      ['Country', true],
      ['Error code', false],
    ]);
  });
});
