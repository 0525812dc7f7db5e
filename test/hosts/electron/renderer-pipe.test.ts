import type { MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRendererPipe, type RendererPipe } from '../../../src-main/hosts/electron/pipe/renderer-pipe.ts';
import { OPEN_WIRE, WIRE_PORT } from '../../../src-shared/api/port-socket.ts';
import { ipcMain, resetElectron } from '../../doubles/electron.ts';
import { memoryBackend } from '../../doubles/memory-backend.ts';
import { oneOf } from '../../doubles/random-filters.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

const openPorts: MessagePort[] = [];
let backend: ReturnType<typeof memoryBackend>['backend'];
let pipe: RendererPipe;

beforeEach(() => {
  resetElectron();
  ({ backend } = memoryBackend());
  pipe = openRendererPipe(backend);
});
afterEach(() => {
  pipe.close();
  for (const port of openPorts.splice(0)) port.close();
});

function requestWire(frame: { url: string; origin: string; parent: unknown; detached: boolean } | null): MessagePort[] {
  const ports: MessagePort[] = [];
  const postMessage = (channel: string, message: unknown, [port]: { nodePort: MessagePort }[]) => {
    expect([channel, message]).toEqual([WIRE_PORT, null]);
    if (port !== undefined) ports.push(port.nodePort);
  };
  ipcMain.emit(OPEN_WIRE, { senderFrame: frame === null ? null : { ...frame, postMessage } });
  openPorts.push(...ports);
  return ports;
}
const ourFrame = { url: 'app://watchfloor/', origin: 'app://watchfloor', parent: null, detached: false };

function call(port: MessagePort | undefined, message: unknown): Promise<unknown> {
  if (port === undefined) throw new Error('no port was given');
  const response = new Promise((resolve) => port.once('message', (text: string) => resolve(JSON.parse(text))));
  port.postMessage(typeof message === 'string' ? message : JSON.stringify(message));
  return response;
}

test("the app's page gets a port over which the router answers", async () => {
  const [port] = requestWire(ourFrame);
  await expect(call(port, { id: 1, method: 'query', params: { path: 'host.describe' } })).resolves.toEqual({
    id: 1,
    result: { type: 'data', data: backend.description },
  });
});

test.each([null, { ...ourFrame, url: 'about:blank' }, { ...ourFrame, origin: 'null' }, { ...ourFrame, parent: {} }])(
  "[SAFE-17] a frame that is not the app's gets no port: %j",
  (frame) => expect(requestWire(frame)).toEqual([]),
);

test('an invalid message is refused, and the connection stays usable', async () => {
  const [port] = requestWire(ourFrame);
  for (const nonsense of ['{', 'null', '[]]', '{"id":null}', '\u0000'])
    await expect(call(port, nonsense)).resolves.toMatchObject({ error: { data: { appCode: expect.any(String) } } });
  await expect(call(port, { id: 2, method: 'query', params: { path: 'host.describe' } })).resolves.toMatchObject({
    id: 2,
  });
});

test('[SAFE-17] a thousand random texts break nothing, and the next call is answered', async () => {
  const [port] = requestWire(ourFrame);
  const random = randomNumbers(2026);
  const words = '{ } [ ] " : , id method query params path null 1 - \\u0000 \u{1f4a5}'.split(' ');
  for (let sent = 0; sent < 1000; sent++) {
    const text = Array.from({ length: 1 + random(12) }, () => oneOf(words, random)).join('');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end, and no origins
    port?.postMessage(text);
  }
  const responses: unknown[] = [];
  port?.on('message', (text: string) => responses.push(JSON.parse(text)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  port?.postMessage(JSON.stringify({ id: 2, method: 'query', params: { path: 'host.describe' } }));
  await vi.waitFor(() => expect(responses.at(-1)).toMatchObject({ id: 2, result: { type: 'data' } }));
});

test('closing ends every connection and gives out no more ports', async () => {
  const ports = [...requestWire(ourFrame), ...requestWire(ourFrame)];
  const closed = Promise.all(ports.map((port) => new Promise((resolve) => port.once('close', resolve))));
  pipe.close();
  await closed;
  expect(requestWire(ourFrame)).toEqual([]);
});
