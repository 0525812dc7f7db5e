/**
 * Compares the streams of two equal services over HTTP, one in this process and one in another, byte for byte. Stores
 * no digests, because a changed scenario changes its bytes.
 */
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_SCENARIO, scenarios } from '../../src-simulator/configuration/scenario-list.ts';
import { isThorough } from '../support/breadth.ts';
import { bearer, simulatorForTest } from '../fixtures/consumer.ts';

const START = '2026-03-01T08:00:00.000Z';
const SEED = 11;
const SUBSCRIPTIONS = 100;

/** Small steps, so that the test reconnects soon after a scenario cuts the stream. */
const EVENING_SECONDS = isThorough ? [20, 20, 20, 20, 20, 20, 40] : [20, 20];
/** No consumer is connected. The scenario continues, and its events are lost. */
const NIGHT_SECONDS = isThorough ? 4 * 60 : 40;
const MORNING_SECONDS = isThorough ? [20, 20, 20] : [20];

const names = [...scenarios.map(({ name }) => name), NO_SCENARIO];

/** All scenarios share a process, because starting one takes longer than an evening. */
let elsewhere: ReadonlyMap<string, string>;
let endElsewhere = () => {};
beforeAll(async () => {
  elsewhere = await inAnotherProcess();
});
afterAll(() => endElsewhere());

test.each(names)(
  '[SIM-69] with seed, start time and manual clock, %s sends the same bytes in two processes',
  async (scenario) => {
    const here = await simulatorForTest({
      scenario,
      seed: SEED,
      subscriptions: SUBSCRIPTIONS,
      clock: 'manual',
      startTime: Date.parse(START),
    });
    const [one, other] = await Promise.all([nightOf(here.origin), nightOf(elsewhere.get(scenario) ?? '')]);
    expect(one.includes('SUBSCRIPTION_STARTED')).toBe(true);
    // Compared outside of the test library, which would take minutes to print the difference of two long texts.
    expect(firstDifference(one, other)).toBeNull();
  },
);

/** Uses another time zone, so that the bytes cannot depend on it. */
async function inAnotherProcess(): Promise<typeof elsewhere> {
  const options = { seed: SEED, subscriptions: SUBSCRIPTIONS, clock: 'manual', 'start-time': START };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const program = `
    import { setMaxListeners } from 'node:events';
    import { simulatorCommand } from './src-simulator/command.ts';
    // Each listens for signals.
    setMaxListeners(0);
    for (const scenario of ${JSON.stringify(names)})
      void simulatorCommand().parseAsync([...${JSON.stringify(args)}, '--scenario', scenario], { from: 'user' });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, TZ: 'Pacific/Auckland' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endElsewhere = () => void child.kill('SIGKILL');
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const ready = [...printed.matchAll(/ready: (http:\/\/\S+)\n/g)].map(([, origin = '']) => origin);
    if (ready.length < names.length) continue;
    // The simulators become ready in any order.
    return new Map(await Promise.all(ready.map(async (origin) => [await scenarioOf(origin), origin] as const)));
  }
  throw new Error(`The simulators did not start:\n${printed}`);
}

async function scenarioOf(origin: string): Promise<string> {
  const { domains } = (await (await fetch(`${origin}/control/health`)).json()) as { domains: { scenario: string }[] };
  return domains[0]?.scenario ?? '';
}

async function nightOf(origin: string): Promise<string> {
  const evening = await receivedIn(origin, EVENING_SECONDS);
  await control(origin, 'advance', { seconds: NIGHT_SECONDS });
  return evening + (await receivedIn(origin, MORNING_SECONDS));
}

/** Returns everything that one consumer receives. Reconnects whenever the stream ended. */
async function receivedIn(origin: string, steps: readonly number[]): Promise<string> {
  const received: string[] = [];
  let stream: ReadableStreamDefaultReader<Uint8Array> | null = null;
  for (const [step, seconds] of steps.entries()) {
    if (stream === null) {
      const response = await connect(origin);
      if (response.headers.get('content-type') === 'text/event-stream') stream = response.body?.getReader() ?? null;
      else received.push(`[${response.status} ${await response.text()}]`);
    }
    await control(origin, 'advance', { seconds });
    // While the stream is stalled there is nothing to wait for; earlier bytes are read later.
    if (stream === null || (await isStalled(origin))) continue;
    // A comment line marks the end of the bytes written before. It is sent while the stream is read, because sending
    // ends only when all earlier bytes were received.
    const silence = `: silence ${step}\n\n`;
    const sent = control(origin, 'send-raw', { text: silence });
    const end = await hearUntil(stream, received, silence);
    await sent;
    if (end === 'open') continue;
    received.push(`[${end}]`);
    stream = null;
  }
  if (stream === null) return received.join('');
  // The server ends the stream: it would notice the end by the client at an arbitrary time.
  await control(origin, 'drop-streams', {});
  await hearUntil(stream, received);
  return received.join('');
}

async function hearUntil(
  stream: ReadableStreamDefaultReader<Uint8Array>,
  received: string[],
  /** Default: reads to the end of the stream. */
  last?: string,
): Promise<'open' | 'ended' | 'broken'> {
  const isLast = (tail: string) => last !== undefined && tail.endsWith(last);
  // Decodes byte by byte, so that broken UTF-8 stays as it is.
  const bytes = new TextDecoder('latin1');
  let tail = '';
  try {
    while (!isLast(tail)) {
      const { done, value } = await stream.read();
      if (done) return 'ended';
      const text = bytes.decode(value);
      received.push(text);
      tail = (tail + text).slice(-100);
    }
    return 'open';
  } catch {
    return 'broken';
  }
}

async function connect(origin: string): Promise<Response> {
  const response = await fetch(`${origin}/auth/realms/iot/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`watchfloor-basic:${encodeURIComponent('practice: basic+secret')}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return fetch(`${origin}/connect/subscribe`, { headers: bearer(token) });
}

/** True if a subscriber is connected but would not receive any bytes. */
async function isStalled(origin: string): Promise<boolean> {
  const { subscribers } = (await control(origin, 'send-raw', { text: '' })) as { subscribers: number };
  const present = (await (await fetch(`${origin}/control/subscribers`)).json()) as unknown[];
  return subscribers === 0 && present.length > 0;
}

async function control(origin: string, act: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/control/${act}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${act}: ${response.status} ${await response.text()}`);
  return response.json();
}

function firstDifference(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `at ${at} of ${one.length} and ${other.length}: ${one.slice(at - 60, at + 90)} / ${other.slice(at - 60, at + 90)}`;
}
