/** Tests the hand-over of a shift: without a pointer, and on a copy of the data without a service. */
import { cp } from 'node:fs/promises';
import { sentRequest } from '../doubles/sent-failures.ts';
import { expect } from './page.ts';
import { test } from './failure-fixtures.ts';
import { railLink, enterName } from '../support/on-page.ts';
import { completedEvent, eidOf, failedEvent } from '../doubles/failed-events.ts';

test('[PAGE-263] a user completes a shift without a pointer: list, case, take, note, done, request, pack, report', async ({
  page,
  watch,
  send,
  complaints,
}) => {
  await watch();
  send(failedEvent(1), failedEvent(2), sentRequest('REQ-0417', Date.now()));
  await expect(railLink(page, 'Localizations')).toContainText('2');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: /Allocation failed/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /EID/ })).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(page.getByRole('list', { name: 'Advice of the provider' })).toBeVisible();
  await page.keyboard.press('t');
  await enterName(page, 'Ines Haugen');
  await expect(page.getByRole('button', { name: /Owner: you/ })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Asked the depot');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Asked the depot')).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByRole('textbox', { name: /Comment/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(railLink(page, 'Localizations')).toContainText('1');

  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page.getByRole('row', { name: /43 of 214/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Request in full' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('dialog', { name: 'Support pack' })).toContainText('REQ-0417');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page.getByText('Asked the depot').first()).toBeVisible();
  await expect(page.getByText('Ines Haugen').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[PAGE-460] a copied data directory is read and handed over without a service and without a sign-in', async ({
  page,
  watch,
  send,
  workplace,
  simulator,
  complaints,
}) => {
  const { command } = await watch();
  send(failedEvent(1), failedEvent(2), completedEvent(3, 'LOCALIZED'), sentRequest('REQ-0417', Date.now()));
  await expect(railLink(page, 'Requests')).toContainText('1');
  await page.goto('about:blank');
  await command.stop();
  await simulator.stop();
  const copy = `${workplace.folder}/copy`;
  await cp(workplace.dataDir, copy, { recursive: true });
  const offline = workplace.runInProcess(['start', '--web', '--no-open', '--data-dir', copy]);
  const [, link = ''] = await offline.waitForText(/^Watchfloor is ready: (\S+)$/m, 180_000);
  const { origin } = new URL(link);
  await page.goto(link);
  await expect(page.getByText('Failures since', { exact: false }).first()).toBeVisible();
  await expect(railLink(page, 'Localizations')).toContainText('2');
  const shows = async (address: string, words: RegExp) => {
    await page.goto(`${origin}/#/${address}`);
    await expect(page.getByText(words).first()).toBeVisible();
  };
  await shows(
    `localizations?case=${encodeURIComponent(`eid:${eidOf(1)}`)}`,
    /The profile is on the eUICC but unusable/,
  );
  await shows('requests?case=request%3AREQ-0417', /171 were moved/);
  await shows('report', /still open|nobody/i);
  await page.goto(`${origin}/#/localizations?case=${encodeURIComponent(`eid:${eidOf(1)}`)}`);
  await expect(page.getByRole('heading', { name: 'Allocation failed' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('region', { name: 'Preview of the pack' })).toContainText(eidOf(1));
  const pack = page.getByRole('dialog', { name: 'Support pack' });
  await pack.getByRole('textbox', { name: 'Your name' }).fill('Ines Haugen');
  await page.keyboard.press('Control+s');
  await expect(pack).toContainText('Saved');
  expect(complaints).toEqual([]);

  const printed = await workplace.output(['report', '--data-dir', copy, '--since', '1h', '--format', 'json']);
  expect(JSON.parse(printed)).toMatchObject({ behind: 0, localizations: [{ opened: 2, open: 2 }] });
});
