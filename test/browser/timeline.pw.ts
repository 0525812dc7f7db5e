/** Tests the timeline: detail, keys, address, pausing, and what is left when the backend is gone. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PAGE_KEYS_FILE } from '../../src-main/hosts/web/page-keys.ts';
import { DARK, LIGHT, violations } from './axe.ts';
import { checkTimelineOverlays } from './timeline-overlays.ts';
import { expect, timelineRows, signal, test } from './page.ts';

test('a row opens next to the list, has an address, and closes on Back', async ({ page, practice }) => {
  await practice.enter(page);
  await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(5);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Received text' })).toBeVisible();
  await expect(page).toHaveURL(/#\/timeline\?event=\d+$/);
  const address = page.url();
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(address);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Received text' })).toBeHidden();
});

test('[EXPORT-21] rows that are selected with the mouse are copied as lines of cells, and a text field copies its text', async ({
  page,
  practice,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await practice.enter(page);
  await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(12);
  const copied = async () => {
    await page.keyboard.press('Control+c');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const row = page.locator(`tr[data-key="${await pointAtList(page)}"]`);
  const from = await row.locator('time').first().boundingBox();
  const to = await row.locator('+ tr td').last().boundingBox();
  if (from === null || to === null) throw new Error('the rows are gone');
  await page.mouse.move(from.x + 1, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  const lines = (await copied()).split('\n');
  expect(lines).toHaveLength(2);
  // The second line begins with the mark of its outcome, which is no text.
  for (const line of lines) expect(line).toMatch(/^\t?\d{4}-\d\d-\d\dT[\d:.]+Z\t/);
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.fill('country:SE');
  await field.selectText();
  expect(await copied()).toContain('country:SE');
});

/**
 * Rests the pointer over the list until it holds still, and returns the key of the row under it. A row moves until then,
 * and `hover` would scroll to it, but a list that was scrolled is held for another reason.
 */
async function pointAtList(page: Page): Promise<string> {
  const box = await page.getByRole('grid', { name: 'Events, newest first' }).boundingBox();
  if (box === null) throw new Error('there is no list');
  const [x, y] = [box.x + 60, box.y + 200];
  await page.mouse.move(x, y);
  await expect(page.getByText('Held while you point')).toBeVisible();
  const key = await page.evaluate(
    (at) => document.elementFromPoint(at.x, at.y)?.closest('tr')?.getAttribute('data-key'),
    { x, y },
  );
  if (typeof key !== 'string') throw new Error('there is no row under the pointer');
  return key;
}

// Uses its own host, because the storm of a shared one may be over.
test('[PAGE-3] in a storm the row under the pointer is the one that opens, however long the user waits', async ({
  page,
  start,
}) => {
  const { link } = await start(['--practice=failure-storm']);
  await page.goto(link);
  await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(12);
  const pointed = await pointAtList(page);
  const waiting = page.getByRole('button', { name: /^[\d,]+ new ↑$/ });
  await expect.poll(async () => Number.parseInt((await waiting.textContent()) ?? '0', 10)).toBeGreaterThan(20);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`event=${pointed}$`));
  await waiting.click();
  await expect
    .poll(async () => Number(await timelineRows(page).first().getAttribute('data-key')))
    .toBeGreaterThan(Number(pointed));
});

test(
  '[PAGE-421] the page reports a killed backend immediately and keeps its rows, and watches again after a restart by itself, or with a link that it prints',
  { tag: '@long' },
  async ({ page, startProcess, workplace }) => {
    const { command, link } = await startProcess(['--practice']);
    await page.goto(link);
    await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(3);
    await command.stop('SIGKILL');
    await expect(signal(page)).toHaveText(/Not connected/);
    await expect(timelineRows(page).first()).toBeVisible();
    expect(await page.title()).not.toContain('Watching');

    const { port } = new URL(link);
    const second = await startProcess(['--practice', '--port', port]);
    await expect(signal(page)).toHaveText(/Watching/);
    await second.command.stop('SIGKILL');
    await expect(signal(page)).toHaveText(/Not connected/);

    // Without the stored keys the page can only ask for a link; another tab that opens it lets this page in, too.
    rmSync(join(workplace.dataDir, PAGE_KEYS_FILE));
    const third = await startProcess(['--practice', '--port', port]);
    await expect(page.getByText(/no longer has a session/)).toBeVisible();
    await page.getByRole('button', { name: 'Print a new link in the terminal' }).click();
    const [, printed = ''] = await third.command.waitForText(/^New link, .*: (\S+)$/m);
    const tab = await page.context().newPage();
    await tab.goto(printed);
    await expect(signal(page)).toHaveText(/Watching/);
    await tab.close();

    // The token does not stay in the address, also if the link was used before.
    await page.goto(printed);
    await expect(signal(page)).toHaveText(/Watching/);
    await expect(page).not.toHaveURL(/launch/);
  },
);

for (const look of [DARK, LIGHT])
  test(
    `[PAGE-72] axe finds no violation on the timeline, in what opens over it, and on Coverage (${look.name})`,
    { tag: '@long' },
    async ({ page, practice }) => {
      await page.emulateMedia(look.media);
      await practice.enter(page);
      await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(3);

      await checkTimelineOverlays(page, look);
      await page.keyboard.press('Shift+T');
      const yesterday = page.getByRole('button', { name: 'Yesterday' });
      await expect(yesterday).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(yesterday).toBeHidden();
      // Not in the middle: a click on the identifier there copies it.
      await timelineRows(page)
        .first()
        .click({ position: { x: 60, y: 10 } });
      await expect(page.getByRole('heading', { name: 'Received text' })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.keyboard.press('c');
      await expect(page.getByRole('heading', { name: 'Coverage' })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
    },
  );
