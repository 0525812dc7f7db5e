/** Tests outlets from Settings to a real receiver: added, tested, used, failing and removed on the page. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { DARK, LIGHT, violations } from './axe.ts';
import { test } from './failure-fixtures.ts';
import { failedEvent } from '../doubles/failed-events.ts';
import { layoutFaults } from './layout-faults.ts';
import { expect } from './page.ts';
import { spokenLabelFaults } from './spoken-labels.ts';

test('[OUTLET-60] an outlet that is added on the page is tested, receives a turn, says why it fails, and is removed', async ({
  page,
  watch,
  send,
  complaints,
}) => {
  const bodies: string[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      bodies.push(body);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  const stop = () => {
    receiver.closeAllConnections();
    receiver.close();
  };
  try {
    await new Promise((resolve) => receiver.once('listening', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port
    const { port } = receiver.address() as AddressInfo;
    await watch();
    await page.evaluate(() => void (window.location.hash = '#/settings?part=outlets'));
    await page.getByRole('button', { name: 'Add outlet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add outlet' });
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Template' });
    await dialog.getByLabel('Name of the outlet').fill('chat');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/in`);
    await dialog.getByRole('textbox', { name: 'Template' }).fill('{ "text": "{title}" }');
    await checkLooks(page);
    await dialog.getByRole('button', { name: 'Add outlet' }).click();
    await expect(dialog).toHaveCount(0);
    const card = page.getByRole('article', { name: 'chat' });
    await expect(card).toContainText('Not used yet');

    await card.getByRole('button', { name: 'Send a test to chat' }).click();
    await expect(card).toContainText('Test accepted: HTTP 200');
    expect(bodies).toEqual(['{"text":"Test from Watchfloor"}']);

    send(failedEvent(1));
    await expect(card).toContainText('Working');
    expect(bodies[1]).toMatch(/^\{"text":"New: Allocation failed · 1 eUICC/);
    await card.getByRole('button', { name: 'Last deliveries of chat' }).click();
    await expect(card.getByRole('listitem')).toContainText(
      /Delivered.*New: Allocation failed · START_PROFILE_ALLOCATION_FAILED/,
    );

    stop();
    send(failedEvent(2, { operation: 'ENABLED', errorCode: 'PROFILE_ENABLING_FAILED' }));
    await expect(card).toContainText(/Failing.*ECONNREFUSED.*Next attempt: /);
    await expect(card.getByRole('listitem').first()).toContainText(/Trying again.*New: .* · PROFILE_ENABLING_FAILED/);

    await checkLooks(page);

    await card.getByRole('button', { name: 'Remove chat' }).click();
    await page.getByRole('dialog', { name: 'Remove chat' }).getByRole('button', { name: 'Remove outlet' }).click();
    await expect(card).toHaveCount(0);
    await expect(page.getByText('No outlet yet.')).toBeVisible();
    expect(complaints).toEqual([]);
  } finally {
    stop();
  }
});

/** Checks both colour schemes, and the width of a phone. */
async function checkLooks(page: Page): Promise<void> {
  for (const look of [LIGHT, DARK]) {
    await page.emulateMedia(look.media);
    expect(await violations(page, look), look.name).toEqual([]);
  }
  expect(await spokenLabelFaults(page)).toEqual([]);
  const size = page.viewportSize() ?? { width: 1_440, height: 900 };
  await page.setViewportSize({ width: 320, height: 700 });
  // Sizes that depend on a ResizeObserver follow in the next frame.
  await expect.poll(() => layoutFaults(page)).toEqual([]);
  await page.setViewportSize(size);
}
