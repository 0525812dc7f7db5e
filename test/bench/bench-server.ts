/**
 * Serves a token endpoint, a stream and an inventory in a process of its own, so that making and sending events costs
 * the measured process nothing. It prepares and sends events on request.
 */
import { setTimeout } from 'node:timers/promises';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { failuresWithCodes, generatedEvents, wireText } from './generated-events.ts';
import { inventoryPage } from './generated-inventory.ts';

/** Sent regularly, because the watch treats silence as a lost connection. */
const HEARTBEAT = 'event: HEARTBEAT\ndata: {"detailedMessage":"Heartbeat","operation":"-"}\n\n';
const HEARTBEAT_MS = 30_000;
/** Size of one write to the socket, like that of a busy service. */
const WRITE_BYTES = 65_536;

/** `codes`: failures that each have another error code. */
export type PreparedEvents = 'events' | 'codes';

type ServerCommand =
  | { readonly kind: 'hold'; readonly subscriptions: number }
  | { readonly kind: 'make'; readonly from: number; readonly count: number; readonly what: PreparedEvents }
  | { readonly kind: 'send' }
  | { readonly kind: 'write'; readonly event: ReceivedEvent }
  | { readonly kind: 'pace'; readonly perSecond: number };

type ServerReply =
  | { readonly kind: 'listening'; readonly origin: string }
  | { readonly kind: 'made'; readonly bytes: number }
  /** Times of each write to the socket, from `process.hrtime`, in ms. */
  | { readonly kind: 'paced'; readonly writtenAt: readonly number[] };

export class BenchServer {
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child;
    this.origin = origin;
  }

  static async start(): Promise<BenchServer> {
    const child = fork(new URL(import.meta.url), ['serve']);
    const { origin } = await waitForReply(child, 'listening');
    return new BenchServer(child, origin);
  }

  /** @returns bytes of the `data` of all events */
  async prepareEvents(from: number, count: number, what: PreparedEvents = 'events'): Promise<number> {
    this.#order({ kind: 'make', from, count, what });
    return (await waitForReply(this.#child, 'made')).bytes;
  }

  sendPrepared(): void {
    this.#order({ kind: 'send' });
  }

  setSubscriptions(subscriptions: number): void {
    this.#order({ kind: 'hold', subscriptions });
  }

  sendEvent(event: ReceivedEvent): void {
    this.#order({ kind: 'write', event });
  }

  /** Resolves with the times of the writes when all prepared events are sent. */
  async sendAtRate(perSecond: number): Promise<readonly number[]> {
    this.#order({ kind: 'pace', perSecond });
    return (await waitForReply(this.#child, 'paced')).writtenAt;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }

  #order(order: ServerCommand): void {
    this.#child.send(order);
  }
}

async function waitForReply<Kind extends ServerReply['kind']>(child: ChildProcess, kind: Kind) {
  const [message] = (await once(child, 'message')) as [ServerReply];
  if (message.kind !== kind) throw new Error(`the feeding server answered ${message.kind} instead of ${kind}`);
  return message as Extract<ServerReply, { kind: Kind }>;
}

async function serve(): Promise<void> {
  let stream: ServerResponse | null = null;
  let made: string[] = [];
  let subscriptions = 0;
  let sessions = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url?.endsWith('/search') === true) {
      void answerSearch(request, response, subscriptions);
      return;
    }
    if (request.url?.endsWith('/token') === true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 360_000 }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    sessions += 1;
    response.write(`event: SUBSCRIPTION_STARTED\nid: session-${sessions}\ndata: {}\n\n`);
    stream = response;
  }).listen(0, '127.0.0.1');
  setInterval(() => stream?.write(HEARTBEAT), HEARTBEAT_MS).unref();
  const reply = (message: ServerReply) => process.send?.(message);
  const open = () => {
    if (stream === null) throw new Error('nobody subscribed yet');
    return stream;
  };
  const act = async (order: ServerCommand): Promise<void> => {
    switch (order.kind) {
      case 'make': {
        let bytes = 0;
        made = [];
        const generate = order.what === 'codes' ? failuresWithCodes : generatedEvents;
        for (const event of generate(order.from, order.count)) {
          bytes += Buffer.byteLength(event.data);
          made.push(wireText(event));
        }
        return void reply({ kind: 'made', bytes });
      }
      case 'hold':
        subscriptions = order.subscriptions;
        return;
      case 'send':
        return sendAll(open(), made);
      case 'write':
        return void open().write(wireText(order.event));
      case 'pace':
        return void reply({ kind: 'paced', writtenAt: await sendPaced(open(), made, order.perSecond) });
    }
  };
  process.on('message', (order: ServerCommand) => void act(order));
  await once(server, 'listening');
  reply({ kind: 'listening', origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function answerSearch(request: IncomingMessage, response: ServerResponse, subscriptions: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(inventoryPage(await textOf(request), subscriptions));
}

async function sendAll(stream: ServerResponse, texts: readonly string[]): Promise<void> {
  let batch: string[] = [];
  let length = 0;
  const write = async () => {
    const hasRoom = stream.write(batch.join(''));
    batch = [];
    length = 0;
    if (!hasRoom) await once(stream, 'drain');
  };
  for (const text of texts) {
    batch.push(text);
    length += text.length;
    if (length >= WRITE_BYTES) await write();
  }
  await write();
  // An older checkout delivers an event late if nothing follows it.
  stream.write(HEARTBEAT);
}

async function sendPaced(stream: ServerResponse, texts: readonly string[], perSecond: number): Promise<number[]> {
  const writtenAt: number[] = [];
  const start = now();
  while (writtenAt.length < texts.length) {
    const due = Math.min(texts.length, Math.floor(((now() - start) / 1_000) * perSecond));
    for (let index = writtenAt.length; index < due; index += 1) {
      stream.write(texts[index] ?? '');
      writtenAt.push(now());
    }
    await setTimeout(1);
  }
  return writtenAt;
}

/** Reads a clock that all processes of the machine share. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

if (process.argv[2] === 'serve' && process.send !== undefined) void serve();
