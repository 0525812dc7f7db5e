/** Measures what a program does to a stream, in the words of the tables in `docs/intermediaries.md`. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program, Way } from './programs.ts';
import {
  beginStream,
  FIRST_EVENT,
  HEARTBEAT,
  PlainClient,
  type PlainService,
  type Responder,
  type StreamEnd,
} from './plain-stream.ts';

interface MeasuredLine {
  readonly way: Way;
  readonly port: number;
  readonly service: PlainService;
  readonly speeds: Pick<Program, 'clockSpeed' | 'socketSpeed'>;
  /** Expected limits in seconds of the program's clock. */
  readonly limits: { readonly silence: number; readonly total: number };
}

/** A stream that lasts so many times its limit outlives it. The rest is for a busy machine. */
const OUTLIVES = { silence: 1.6, total: 1.2, noAnswer: 1.9 };
/** Clocks of programs have steps of up to a second. */
const EARLIEST = 0.98;
const HEARTBEAT_SECONDS = 30;
const LAST = 'event: LAST\ndata: x\n\n';
/** An event that has not arrived after 2 KiB is held back. Two seconds are enough on a busy machine. */
const HELD_BACK_BYTES = 2048;
const NEXT_EVENT_MS = 250;
/** A program that holds an event back has read it after this time. */
const READ_WITHIN_MS = 1_000;
/** A program that has not left the service after this time waits for something. */
const LEAVES_WITHIN_MS = 2_000;

export async function measure(line: MeasuredLine) {
  const [firstEvent, silence, heartbeats, noAnswer, closes, resets, clientLeaves] = await Promise.all([
    measureFirstEvent(line),
    measureSilence(line),
    measureHeartbeats(line),
    measureNoAnswer(line),
    measureBreak(line, (response) => response.socket?.end()),
    measureBreak(line, (response) => response.socket?.resetAndDestroy()),
    measureClientLeaving(line),
  ]);
  return {
    'first event': firstEvent,
    silence: silence,
    'heartbeats only': heartbeats,
    'no answer': noAnswer,
    'the service closes': closes,
    'the service resets': resets,
    'the client leaves': clientLeaves,
  };
}

function open({ way, port, service }: MeasuredLine, responder: Responder): PlainClient {
  return new PlainClient(way, { port, servicePort: service.port, path: service.answer(responder) });
}

/** Sends an event every {@link NEXT_EVENT_MS} until the first one has arrived. */
async function measureFirstEvent(line: MeasuredLine): Promise<string> {
  let sent = FIRST_EVENT.length;
  const client = open(line, (response) => {
    beginStream(response);
    const next = setInterval(() => {
      sent += FIRST_EVENT.length;
      response.write(FIRST_EVENT);
    }, NEXT_EVENT_MS);
    response.once('close', () => clearInterval(next));
  });
  await Promise.race([client.receives(FIRST_EVENT), client.ended]);
  const bytes = sent;
  if (client.received !== '' && !client.received.includes(FIRST_EVENT)) return `no stream: ${client.status}`;
  client.hangUp();
  return bytes < HELD_BACK_BYTES ? 'at once' : `after ${Math.round(bytes / 1024)} KiB`;
}

async function measureSilence(line: MeasuredLine): Promise<string> {
  const limit = line.limits.silence;
  const speed = line.speeds.socketSpeed ?? line.speeds.clockSpeed;
  let sentAt = 0;
  const client = open(line, (response) => {
    beginStream(response);
    sentAt = performance.now();
    later(response, (limit * OUTLIVES.silence) / speed, () => response.write(LAST));
  });
  const end = await Promise.race([client.receives(LAST), client.ended]);
  client.hangUp();
  if (end === undefined) return 'goes on';
  if (sentAt === 0) return `no stream: ${client.status}`;
  return `${secondsUntil(end, sentAt, { limit, speed, outlives: OUTLIVES.silence })} s, ${endWords(client, end)}`;
}

async function measureHeartbeats(line: MeasuredLine): Promise<string> {
  const limit = line.limits.total;
  const speed = line.speeds.clockSpeed;
  let sentAt = 0;
  const over = Promise.withResolvers<'over'>();
  const client = open(line, (response) => {
    beginStream(response);
    sentAt = performance.now();
    const beat = setInterval(() => response.write(HEARTBEAT), (HEARTBEAT_SECONDS / speed) * 1000);
    response.once('close', () => clearInterval(beat));
    later(response, (limit * OUTLIVES.total) / speed, () => over.resolve('over'));
  });
  const end = await Promise.race([over.promise, client.ended]);
  client.hangUp();
  if (end === 'over') return client.received === '' ? 'held back' : 'goes on';
  if (sentAt === 0) return `no stream: ${client.status}`;
  return `${secondsUntil(end, sentAt, { limit, speed, outlives: OUTLIVES.total })} s, ${endWords(client, end)}`;
}

async function measureNoAnswer(line: MeasuredLine): Promise<string> {
  const limit = line.limits.silence;
  const speed = line.speeds.socketSpeed ?? line.speeds.clockSpeed;
  const sentAt = performance.now();
  const waits = Promise.withResolvers<'waits'>();
  const client = open(line, (response) =>
    later(response, (limit * OUTLIVES.noAnswer) / speed, () => waits.resolve('waits')),
  );
  const end = await Promise.race([waits.promise, client.ended]);
  client.hangUp();
  if (end === 'waits') return end;
  return `${client.status} after ${secondsUntil(end, sentAt, { limit, speed, outlives: OUTLIVES.noAnswer })} s`;
}

async function measureBreak(line: MeasuredLine, breakOff: Responder): Promise<string> {
  const { client, response } = await begunStream(line);
  if (response === null) return `no stream: ${client.status}`;
  breakOff(response);
  return endWords(client, await client.ended);
}

/** Tests if the program leaves the service, too, so that the service can give its only stream to the next request. */
async function measureClientLeaving(line: MeasuredLine): Promise<string> {
  const { client, response } = await begunStream(line);
  if (response === null) return `no stream: ${client.status}`;
  const hungUp = once(response, 'close').then(() => 'leaves too');
  client.hangUp();
  const seen = await Promise.race([hungUp, sleep(LEAVES_WITHIN_MS, 'stays')]);
  if (seen !== 'stays') return seen;
  const beat = setInterval(() => response.write(HEARTBEAT), 50);
  await hungUp;
  clearInterval(beat);
  return 'stays until the next event';
}

async function begunStream(line: MeasuredLine): Promise<{ client: PlainClient; response: ServerResponse | null }> {
  const begun = Promise.withResolvers<ServerResponse>();
  const client = open(line, (response) => {
    beginStream(response);
    begun.resolve(response);
  });
  const response = await Promise.race([begun.promise, client.ended.then(() => null)]);
  await Promise.race([client.receives(FIRST_EVENT), sleep(READ_WITHIN_MS, null)]);
  return { client, response };
}

function endWords(client: PlainClient, { isComplete }: StreamEnd): string {
  const end = isComplete ? 'complete' : 'cut';
  return client.received.includes(FIRST_EVENT) ? end : `${end}, event lost`;
}

/** Returns the expected limit if the time is in its range, otherwise the time. */
function secondsUntil(
  end: StreamEnd,
  sentAt: number,
  { limit, speed, outlives }: { readonly limit: number; readonly speed: number; readonly outlives: number },
): number {
  const seconds = ((end.at - sentAt) / 1000) * speed;
  return seconds >= limit * EARLIEST && seconds < limit * outlives ? limit : Math.round(seconds);
}

function later(response: ServerResponse, seconds: number, act: () => void): void {
  const timer = setTimeout(act, seconds * 1000);
  response.once('close', () => clearTimeout(timer));
}
