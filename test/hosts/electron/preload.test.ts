import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HANG_UP, OPEN_WIRE, type PreloadBridge, WIRE_PORT } from '../../../src-shared/api/port-socket.ts';
import type * as fakeElectron from '../../doubles/electron.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

const opened: MessageChannel[] = [];
let electron: typeof fakeElectron;

beforeEach(async () => {
  // The preload runs when it is imported, so each test imports it and the double again.
  vi.resetModules();
  electron = (await import('electron')) as unknown as typeof fakeElectron;
  electron.resetElectron();
  await import('../../../src-preload/index.ts');
});
afterEach(() => {
  for (const { port1 } of opened.splice(0)) port1.close();
});

function bridge(): PreloadBridge {
  const exposed = electron.calls.find((call) => call.name === 'contextBridge.exposeInMainWorld');
  return exposed?.arguments[1] as PreloadBridge;
}
const sentMessages = () =>
  electron.calls.filter((call) => call.name === 'ipcRenderer.send').map((call) => call.arguments);

function handOverPort() {
  const channel = new MessageChannel();
  opened.push(channel);
  const received: unknown[] = [];
  channel.port1.on('message', (text) => received.push(text));
  electron.ipcRenderer.emit(WIRE_PORT, { ports: [channel.port2], sender: electron.ipcRenderer });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end, and no origins
  const post = (message: unknown) => channel.port1.postMessage(message);
  return { port: channel.port1, received, post };
}

test('[SAFE-17] the page gets send and onMessage at window.watchfloor, and nothing else', () => {
  const exposed = electron.calls.filter((call) => call.name === 'contextBridge.exposeInMainWorld');
  expect(exposed.map(({ arguments: [key, value] }) => [key, Object.keys(value as object).toSorted()])).toEqual([
    ['watchfloor', ['onMessage', 'send']],
  ]);
});

test('no port is requested until the page sends something', () => expect(sentMessages()).toEqual([]));

test('texts that are sent before the port arrives are sent in order afterwards, over one port', async () => {
  bridge().send('one');
  bridge().send('two');
  const { received } = handOverPort();
  bridge().send('three');
  await vi.waitFor(() => expect(received).toEqual(['one', 'two', 'three']));
  expect(sentMessages()).toEqual([[OPEN_WIRE]]);
});

test('[SAFE-17] the page gets texts and nothing of the event that carried them', async () => {
  const received: unknown[][] = [];
  bridge().onMessage((...everything: unknown[]) => received.push(everything));
  bridge().send('hello');
  const { post } = handOverPort();
  post({ not: 'a text' });
  post('answer');
  await vi.waitFor(() => expect(received).toEqual([['answer']]));
});

test('a lost connection is reported, and the next text opens another', async () => {
  const received: string[] = [];
  bridge().onMessage((text) => received.push(text));
  bridge().send('hello');
  handOverPort().port.close();
  await vi.waitFor(() => expect(received).toEqual([HANG_UP]));

  bridge().send('again');
  const second = handOverPort();
  second.post('answer');

  await vi.waitFor(() => expect(received).toEqual([HANG_UP, 'answer']));
  expect({ sentMessages: sentMessages(), received: second.received }).toEqual({
    sentMessages: [[OPEN_WIRE], [OPEN_WIRE]],
    received: ['again'],
  });
});

test('hanging up closes the port and is not reported to the page', async () => {
  const received: string[] = [];
  bridge().onMessage((text) => received.push(text));
  bridge().send('hello');
  const { port } = handOverPort();
  const closed = new Promise((resolve) => port.once('close', resolve));
  bridge().send(HANG_UP);
  await closed;
  expect(received).toEqual([]);
});

test('hanging up before the port arrives discards the waiting texts, and the port serves the next connection', async () => {
  bridge().send('for nobody');
  bridge().send(HANG_UP);
  bridge().send('hello');
  const { received } = handOverPort();
  await vi.waitFor(() => expect(received).toEqual(['hello']));
  expect(sentMessages()).toEqual([[OPEN_WIRE]]);
});

test('a value that is not a text is not sent', async () => {
  for (const value of [undefined, null, 7, {}, ['x'], () => 'x']) bridge().send(value as string);
  expect(sentMessages()).toEqual([]);
});
