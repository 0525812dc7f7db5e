import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { parseNdjson, Workplace } from '../support/command.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { controlRequest, openStream, simulatorForTest, START, subscribed, tokenFor } from '../fixtures/consumer.ts';

const manual = { clock: 'manual', startTime: START } as const;
const sessionKinds = ['SUBSCRIPTION_STARTED', 'HEARTBEAT', 'SUBSCRIPTION_ENDED'];

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'night-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'night.ndjson');
  await writeFile(file, text);
  return file;
}

const fileOf = (night: readonly unknown[]) => fileWith(night.map((line) => `${JSON.stringify(line)}\n`).join(''));

const night = [
  { receivedAt: '2025-11-02T23:00:00.000Z', kind: 'SUBSCRIPTION_STARTED', id: 's-1', raw: '{}' },
  { receivedAt: '2025-11-02T23:00:10.500Z', kind: 'LOCALIZATION', id: 'l-1', raw: '{"eid" : 1.0,\n "å":"😀"}' },
  { receivedAt: '2025-11-02T23:00:30.000Z', kind: 'HEARTBEAT', id: 'h-1', raw: '{}' },
  // The clock of the recording was set back.
  { receivedAt: '2025-11-02T22:59:00.000Z', kind: 'OF ITS OWN', id: null, raw: 'not JSON: \u2028 ' },
  {
    receivedAt: '2025-11-03T02:00:10.500Z',
    kind: 'CMP_EV',
    id: 'c',
    whole: { kind: 'CMP_EVENT', id: 'c-1' },
    raw: '',
  },
];

const replayOver = (simulator: Simulator, body: unknown) => controlRequest(simulator, 'POST replay', body);
const stateOf = async (simulator: Simulator) => (await controlRequest(simulator, 'GET replay')).answer;

test('[SIM-74] a recorded night is played with its kinds, ids, data and intervals, and its state shows the end', async () => {
  const file = await fileOf(night);
  const simulator = await simulatorForTest({ ...manual, replay: { file } });
  const about = {
    file,
    events: 3,
    leftOut: 2,
    from: '2025-11-02T23:00:00.000Z',
    to: '2025-11-03T02:00:10.500Z',
  };
  await simulator.control.advance({ seconds: 3600 });
  expect(await stateOf(simulator)).toEqual({ ...about, state: 'waiting', played: 0 });

  const stream = await openStream(simulator, await tokenFor(simulator));
  const receivedAfter = async (seconds: number) => {
    await simulator.control.advance({ seconds });
    await simulator.control.sendRaw(': silence\n\n');
    const text = await stream.until(': silence\n\n');
    stream.text = '';
    return text.split('\n\n').filter((block) => block !== '' && !/SUBSCRIPTION|HEARTBEAT|: silence/.test(block));
  };
  await receivedAfter(0);
  expect(await receivedAfter(10.499)).toEqual([]);
  expect(await receivedAfter(0.001)).toEqual([
    'event: LOCALIZATION\nid: l-1\nretry: 3000\ndata: {"eid" : 1.0,\ndata:  "å":"😀"}',
  ]);
  expect(await receivedAfter(60)).toEqual(['event: OF ITS OWN\nretry: 3000\ndata: not JSON: \u2028 ']);
  expect(await stateOf(simulator)).toEqual({ ...about, state: 'playing', played: 2 });

  await simulator.control.advance({ seconds: 3 * 60 * 60 });
  expect(await stateOf(simulator)).toEqual({ ...about, state: 'ended', played: 3 });
  await stream.close();
});

test('[SIM-74] recorded session events are played on request, and timeScale shortens all intervals', async () => {
  const simulator = await simulatorForTest({ ...manual, timeScale: 10 });
  const { answer } = await replayOver(simulator, { file: await fileOf(night), sessionEvents: true });
  expect(answer).toMatchObject({ state: 'waiting', events: 5, leftOut: 0 });
  const stream = await openStream(simulator, await tokenFor(simulator));
  await simulator.control.advance({ seconds: 3 });
  await simulator.control.sendRaw(': silence\n\n');
  await stream.until(': silence');
  expect(stream.events().flatMap(({ id }) => (/^[a-z]-1$/.test(id ?? '') ? [id] : []))).toEqual(['s-1', 'l-1', 'h-1']);
  await stream.close();
});

test('[SIM-74] a replay starts immediately if there is a subscriber, restarts on each request, and ends with a new scenario', async () => {
  const { simulator } = await subscribed(manual);
  const file = await fileOf(night);
  for (const _ of [1, 2]) {
    await replayOver(simulator, { file });
    await simulator.control.advance({ seconds: 11 });
    expect(await stateOf(simulator)).toMatchObject({ state: 'playing', played: 1 });
  }
  simulator.control.setScenario('none');
  expect(await stateOf(simulator)).toEqual({ state: 'none' });
});

const line = (changed: object) => JSON.stringify({ ...night[1], ...changed });

test('[SIM-74] invalid lines are reported by number, and nothing is played', async () => {
  const simulator = await simulatorForTest({ ...manual, scenario: 'none' });
  const file = await fileWith(
    [
      line({}),
      '{"kind":',
      '',
      line({ raw: null, withheld: true }),
      line({ receivedAt: 'at night' }),
      line({ id: 'two\nlines' }),
      line({ raw: 'a\rb' }),
      line({}),
    ].join('\n'),
  );
  expect(await replayOver(simulator, { file })).toEqual({
    status: 400,
    answer: {
      error: 'bad_request',
      message: `The file ${file} cannot be replayed. Expected the output of "watchfloor events --format ndjson". line 2: not JSON; line 4: raw: expected the received text; line 5: receivedAt: expected an ISO 8601 UTC time; line 6: id: a line break or NUL is not allowed in a stream; line 7: raw: a carriage return is not allowed in a stream.`,
    },
  });
  expect(await stateOf(simulator)).toEqual({ state: 'none' });
});

test('[SIM-74] a missing file is reported with its name', async () => {
  await expect(simulatorForTest({ replay: { file: '/nowhere/night.ndjson' } })).rejects.toThrow(
    'The file /nowhere/night.ndjson cannot be read: it does not exist. Name a JSON Lines file.',
  );
});

test('[SIM-74] a line that is too long is refused with its number', async () => {
  const simulator = await simulatorForTest({ ...manual, scenario: 'none' });
  const file = await fileWith(`${line({})}\n`);
  await truncate(file, 100_000_000);
  expect(await replayOver(simulator, { file })).toEqual({
    status: 400,
    answer: {
      error: 'bad_request',
      message: `The file ${file} cannot be read: line 2 is longer than 32 MiB. Name a JSON Lines file.`,
    },
  });
});

test.each<[string, (folder: string) => string, string]>([
  ['a device', () => '/dev/zero', 'cannot be read: it is a pipe or a device, not a plain file'],
  ['a folder', (folder) => folder, 'cannot be read: it is a folder'],
  [
    'a pipe',
    (folder) => {
      execFileSync('/usr/bin/mkfifo', [join(folder, 'pipe')]);
      return join(folder, 'pipe');
    },
    'cannot be read: it is a pipe or a device, not a plain file',
  ],
  [
    'a file without an event',
    (folder) => {
      writeFileSync(join(folder, 'empty'), '\n\n');
      return join(folder, 'empty');
    },
    'cannot be replayed: it has no events',
  ],
])('[SIM-74] %s is refused with a sentence, and the simulator continues', async (_what, placed, words) => {
  const simulator = await simulatorForTest({ ...manual, scenario: 'none' });
  const file = placed(temporaryDirectory());
  const message = expect.stringContaining(`The file ${file} ${words}`);
  expect(await replayOver(simulator, { file })).toEqual({ status: 400, answer: { error: 'bad_request', message } });
  expect(await stateOf(simulator)).toEqual({ state: 'none' });
});

test.each([{ host: '0.0.0.0' }, { publicUrl: 'https://simulator.example.com' }])(
  '[SIM-74] a simulator that others can reach (%o) opens no file that a client names',
  async (open) => {
    const simulator = await simulatorForTest({ ...manual, ...open, scenario: 'none' });
    const present = await fileWith(line({}));
    const refusals = [present, '/nowhere'].map((file) => replayOver(simulator, { file }));
    const [ofPresent, ofMissing] = await Promise.all(refusals);
    expect(ofPresent).toMatchObject({ status: 403, answer: { message: expect.stringContaining('opens no file') } });
    expect(ofMissing).toEqual(ofPresent);
  },
);

test('[SIM-74] a file is read while it is played and not loaded into memory', async () => {
  const raw = 'x'.repeat(6000);
  const many = 20_000;
  const file = await fileWith(`${line({ raw })}\n`.repeat(many));
  const before = process.memoryUsage.rss();
  const { simulator, stream } = await subscribed({ ...manual, replay: { file } });
  // Without a subscriber the events are lost, so no output waits in memory.
  await stream.close();
  await vi.waitUntil(() => simulator.control.subscribers().length === 0);
  await simulator.control.advance({ seconds: 60 });
  expect(await stateOf(simulator)).toMatchObject({ state: 'ended', played: many });
  // Loaded as text, the file would take 120 MB twice.
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
});

/** Collects until `count` events other than session events are stored, and returns all events as JSON Lines. */
async function collected(simulator: Simulator, seconds: number, count: number): Promise<string> {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const profile = await workplace.profile(simulator);
  const collector = workplace.runInProcess(['collect', '--profile', profile, '--data-dir', workplace.dataDir], {
    [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
  });
  await vi.waitFor(() => expect(simulator.control.subscribers()).toHaveLength(1), 30_000);
  await simulator.control.advance({ seconds });
  await vi.waitFor(
    async () => {
      const events = (await workplace.storedEvents()).filter(({ kind }) => !sessionKinds.includes(kind));
      expect(events.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(await collector.stop()).toBe(0);
  return workplace.output(['events', '--data-dir', workplace.dataDir, '--format', 'ndjson']);
}

const eventsOf = (text: string) =>
  parseNdjson(text).flatMap(({ kind, id, raw }) => (sessionKinds.includes(String(kind)) ? [] : [{ kind, id, raw }]));

test(
  '[SIM-74] a night that Watchfloor collected has the same events when it is replayed and collected again',
  { timeout: 600_000 },
  async () => {
    const first = await simulatorForTest({ ...manual, scenario: 'troubled-shift', seed: 5 });
    const recorded = await collected(first, 90, 50);
    expect(eventsOf(recorded).length).toBeGreaterThanOrEqual(50);
    const file = await fileWith(recorded);
    const second = await simulatorForTest({ ...manual, replay: { file } });
    const again = await collected(second, 120, eventsOf(recorded).length);
    expect(eventsOf(again)).toEqual(eventsOf(recorded));
  },
);
