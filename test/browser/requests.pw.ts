/** Tests a partly failed change request, from the list to its resources and its support pack. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { sentRequest } from '../doubles/sent-failures.ts';
import { expect } from './page.ts';
import { test } from './failure-fixtures.ts';
import { railLink } from '../support/on-page.ts';

test('[REQ-5] a partial request shows its true result, its causes and its resources, and its support pack is masked, saved and readable', async ({
  page,
  watch,
  send,
  workplace,
  complaints,
}) => {
  await watch();
  send(sentRequest('REQ-0417', Date.now()));
  await expect(railLink(page, 'Requests')).toContainText('1');
  await railLink(page, 'Requests').click();
  await page.getByRole('row', { name: /43 of 214 resources failed/ }).click({ position: { x: 150, y: 10 } });
  const pane = page.getByRole('region', { name: 'Request in full' });
  await expect(pane.getByText('171 were moved. 43 stay in the package they were in.')).toBeVisible();
  await expect(
    pane.getByText('The envelope says COMPLETED; the resources say otherwise, and Watchfloor uses those.'),
  ).toBeVisible();
  const resources = pane.getByRole('region', { name: 'Resources', exact: true });
  await expect(resources).toContainText('Failed 43');
  await pane.getByRole('region', { name: 'Why they failed' }).getByText('Already in this package').click();
  await expect(page).toHaveURL(/resources=DCP_ERROR%2F73|resources=DCP_ERROR\/73/);

  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Support pack' });
  const paper = dialog.getByRole('region', { name: 'Preview of the pack' });
  await expect(paper).toContainText('REQ-0417');
  await expect(paper).not.toContainText('Nordwind Logistics');
  await dialog.getByRole('textbox', { name: /ticket/i }).fill('CS-20931');
  await expect(dialog).toContainText('Enter your name to save the pack.');
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ines Haugen');
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  await downloading;
  await expect(dialog).toContainText('Saved');
  const href = await dialog.getByRole('link', { name: 'Download' }).getAttribute('href');
  const answer = await page.request.get(new URL(href ?? '', page.url()).href);
  const files = unzipSync(new Uint8Array(await answer.body()));
  const texts = Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)] as const);
  expect(texts.map(([name]) => name.replace(/^.*\./, '')).toSorted((one, other) => one.localeCompare(other))).toEqual(
    expect.arrayContaining(['html', 'jsonl', 'txt']),
  );
  const personal = /26202\d{10}|49150\d{8}|Nordwind Logistics/;
  expect(texts.filter(([, text]) => personal.test(text)).map(([name]) => name)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(pane).toContainText('CS-20931');

  const [, html = ''] = texts.find(([name]) => name.endsWith('.html')) ?? [];
  const read = await page.context().newPage();
  await read.setContent(html);
  await expect(read.locator('body')).toContainText('REQ-0417');
  expect(await read.locator('script').count()).toBe(0);
  expect(complaints).toEqual([]);

  // Creates the same pack from the command line, from the same store, while it is watched.
  const path = `${workplace.folder}/pack.zip`;
  await workplace.output(['support-pack', '--data-dir', workplace.dataDir, '--request', 'REQ-0417', '--output', path]);
  expect(Object.keys(unzipSync(new Uint8Array(await readFile(path))))).toHaveLength(texts.length);
  const printed = await workplace.output(['requests', '--data-dir', workplace.dataDir, '--format', 'ndjson']);
  expect(JSON.parse(printed)).toMatchObject({
    requestId: 'REQ-0417',
    outcome: 'partial',
    size: 214,
    completed: 171,
    failed: 43,
  });
});
