/**
 * The same service twice, in this process and in one of its own, over HTTP: not a byte of a stream may differ. No
 * digests are kept here: whoever changes a scenario changes its bytes, and this test must not mind.
 */
import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { NO_SCENARIO, scenarios } from '../../src-simulator/scenarios.ts';
import { bearer, simulatorForTest } from './consumer.ts';

const START = '2026-03-01T08:00:00.000Z';
const SEED = 11;
const SUBSCRIPTIONS = 300;

/** In small steps, so that a scenario that cuts the stream is heard again soon; and in a large one. */
const EVENING_SECONDS = [...Array.from({ length: 9 }, () => 20), 300];
/** Nobody listens: what happens is lost, and goes on. */
const NIGHT_SECONDS = 30 * 60;
const MORNING_SECONDS = [20, 20, 20];

const names = [...scenarios.map(({ name }) => name), NO_SCENARIO];

test.each(names)(
  '[SIM-69] with seed, start time and manual clock, %s gives the same bytes in two processes',
  { timeout: 60_000 },
  async (scenario) => {
    const here = await simulatorForTest({
      scenario,
      seed: SEED,
      subscriptions: SUBSCRIPTIONS,
      clock: 'manual',
      startTime: Date.parse(START),
    });
    const elsewhere = await inItsOwnProcess(scenario);
    const [one, other] = await Promise.all([nightOf(here.origin), nightOf(elsewhere)]);
    expect(one.includes('SUBSCRIPTION_STARTED')).toBe(true);
    // Compared as a whole first: the difference of two long texts would take minutes to print.
    expect(firstDifference(one, other)).toBeNull();
  },
);

/** Another time zone, so that none can be in the bytes. */
async function inItsOwnProcess(scenario: string): Promise<string> {
  const program =
    "import { simulatorCommand } from './src-simulator/command.ts'; await simulatorCommand().parseAsync();";
  const options = { scenario, seed: SEED, subscriptions: SUBSCRIPTIONS, clock: 'manual', 'start-time': START };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, '--', ...args], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, TZ: 'Pacific/Auckland' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const origin = /ready: (http:\/\/\S+)/.exec(printed)?.[1];
    if (origin !== undefined) return origin;
  }
  throw new Error(`The simulator did not start:\n${printed}`);
}

async function nightOf(origin: string): Promise<string> {
  const evening = await heardIn(origin, EVENING_SECONDS);
  await control(origin, 'advance', { seconds: NIGHT_SECONDS });
  return evening + (await heardIn(origin, MORNING_SECONDS));
}

/** Everything that one consumer hears, connecting again whenever the stream ended. */
async function heardIn(origin: string, steps: readonly number[]): Promise<string> {
  const heard: string[] = [];
  let stream: ReadableStreamDefaultReader<Uint8Array> | null = null;
  for (const [step, seconds] of steps.entries()) {
    if (stream === null) {
      const response = await connect(origin);
      if (response.headers.get('content-type') === 'text/event-stream') stream = response.body?.getReader() ?? null;
      else heard.push(`[${response.status} ${await response.text()}]`);
    }
    await control(origin, 'advance', { seconds });
    if (stream === null) continue;
    // The stream tells no silence, so a comment line does: what was written before has come. It is sent while the
    // stream is read, since it is on its way only when all before it was taken.
    const silence = `: silence ${step}\n\n`;
    const sent = control(origin, 'send-raw', { text: silence });
    const end = await hearUntil(stream, heard, silence);
    await sent;
    if (end === 'open') continue;
    heard.push(`[${end}]`);
    stream = null;
  }
  if (stream === null) return heard.join('');
  // Ended there, not here: the service would notice later, at a time of its own.
  await control(origin, 'drop-streams', {});
  await hearUntil(stream, heard);
  return heard.join('');
}

async function hearUntil(
  stream: ReadableStreamDefaultReader<Uint8Array>,
  heard: string[],
  /** Left out: until its end. */
  last?: string,
): Promise<'open' | 'ended' | 'broken'> {
  const isLast = (tail: string) => last !== undefined && tail.endsWith(last);
  // Byte by byte: broken UTF-8 must stay what it is.
  const bytes = new TextDecoder('latin1');
  let tail = '';
  try {
    while (!isLast(tail)) {
      const { done, value } = await stream.read();
      if (done) return 'ended';
      const text = bytes.decode(value);
      heard.push(text);
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

async function control(origin: string, act: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/control/${act}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${act}: ${response.status} ${await response.text()}`);
}

function firstDifference(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `at ${at} of ${one.length} and ${other.length}: ${one.slice(at - 60, at + 90)} / ${other.slice(at - 60, at + 90)}`;
}
