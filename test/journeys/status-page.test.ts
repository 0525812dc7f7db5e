import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const WAIT_MS = 60_000;

test('[REPORT-5] the provider’s incidents are read while collecting, stay readable offline, and are “not known” once the page is gone', async () => {
  const { workplace, simulator } = service;
  const began = new Date(Date.now() - 30 * 60_000).toISOString();
  const requests: IncomingHttpHeaders[] = [];
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>i1</id><updated>${began}</updated>
    <title>Activation fails</title><content type="html">&lt;p&gt;Call +46 70-900 27 65&lt;/p&gt;</content></entry></feed>`;
  const server = createServer((request, response) => {
    requests.push(request.headers);
    response.writeHead(200, { 'content-type': 'application/atom+xml', etag: '"1"' }).end(feed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const statusPage = `http://127.0.0.1:${port}/history.atom`;
  const profile = await workplace.profile(simulator, { statusPage });
  const coverage = (...more: string[]) => workplace.output(['coverage', '--data-dir', workplace.dataDir, ...more]);
  const prints = (text: string) => vi.waitFor(async () => expect(await coverage()).toContain(text), WAIT_MS);

  const first = service.collectInProcess(profile);
  await prints('“Activation fails”: “Call +46 70-900 27 65”');
  await first.stop();
  expect(requests).toHaveLength(1);
  expect(requests[0]).not.toHaveProperty('authorization');
  expect(await coverage('--format', 'table')).toContain("Provider's status page: Read less than 1 min ago.");

  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const second = service.collectInProcess(profile);
  await prints('Not known since');
  await second.stop();
  expect(await coverage()).toMatch(/ECONNREFUSED.*What it listed before stays\./);
  const rows = (await coverage('--format', 'ndjson')).split('\n').filter((line) => line.includes('"provider'));
  expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual([
    { type: 'provider', from: began, to: null, reason: null, detail: '“Activation fails”: “Call +46 70-900 27 65”' },
    expect.objectContaining({ type: 'provider-page', to: null, reason: 'no-answer' }),
  ]);
  const report = await workplace.output(['report', '--since', '-1h', '--data-dir', workplace.dataDir]);
  expect(report).toContain("What the provider's status page says");
  expect(report).toContain('“Activation fails”');
  expect(report).not.toContain('900 27 65');
});
