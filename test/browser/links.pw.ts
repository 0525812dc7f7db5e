/** Tests own links from Settings to another site, a local server: one click on a case opens its address there. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, signal, test } from './page.ts';

test('[LINK-20] a link that is typed in Settings opens from a case, without opener and referrer', async ({
  page,
  start,
  complaints,
}) => {
  const requests: IncomingMessage[] = [];
  const site = createServer((request, response) => {
    requests.push(request);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Tickets</title>');
  }).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => site.once('listening', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port
    const { port } = site.address() as AddressInfo;
    const { link } = await start(['--practice=failure-storm']);
    await page.goto(link);
    await expect(signal(page)).toHaveText(/Watching/);
    await page.evaluate(() => (window.location.hash = '#/settings?part=links'));
    await page.getByRole('button', { name: 'Add a link' }).click();
    await page.getByLabel('Name of the link').fill('Ticket');
    const template = page.getByRole('textbox', { name: 'Address' });
    await template.fill('javascript:alert(document.domain)');
    await expect(page.getByRole('button', { name: 'Add link' })).toBeDisabled();
    await template.fill(`http://127.0.0.1:${port}/new?eid={eid}`);
    await expect(page.getByRole('dialog')).toContainText('This host would get the session of this page.');
    await template.fill(`http://localhost:${port}/new?title={cause}&eid={eid}&from={from_ms}`);
    await expect(page.getByRole('dialog')).toContainText(/title=\w+(?:%20\w+)+&eid=8904\d{28}/);
    await page.getByRole('button', { name: 'Add link' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.evaluate(() => (window.location.hash = '#/localizations?by=eid'));
    await page.locator('[data-line]').first().click();
    const ticket = page.getByRole('navigation', { name: 'Own links' }).getByRole('link', { name: 'Ticket' });
    const [opened] = await Promise.all([page.waitForEvent('popup'), ticket.click()]);
    await expect(opened).toHaveTitle('Tickets');
    expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
    const asked = new URL(requests[0]?.url ?? '', `http://localhost:${port}`);
    expect([...asked.searchParams.keys()]).toEqual(['title', 'eid', 'from']);
    expect(asked.searchParams.get('eid')).toMatch(/^8904\d{28}$/);
    expect(requests.map(({ headers }) => [headers.referer, headers.cookie])).toEqual(
      requests.map(() => [undefined, undefined]),
    );
    expect(complaints).toEqual([]);
  } finally {
    site.closeAllConnections();
    site.close();
  }
});
