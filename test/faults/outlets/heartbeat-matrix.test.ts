/**
 * Tests the heartbeat through the fault matrix of the stream and the store, with a real store and real receivers. Each
 * fault lasts from minute 2 to minute 4 of seven. `npm test` runs one fault of each kind.
 */
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { storePaths } from '../../../src-main/adapters/sqlite/store-paths.ts';
import { profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { type FaultPlanRequest, malformations } from '../../../src-simulator/http/fault-plan.ts';
import { MINUTE, SECOND, SimulatedNight, type WatchfloorInstance } from '../../doubles/simulated-night.ts';
import { isThorough } from '../../support/breadth.ts';
import { fillDisk, makeRoom, smallDisk } from '../../support/small-disk.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const [FROM, TO, END] = [2, 4, 7];
/** A silent stream is blind after this time. Until then nothing shows that it is dead. */
const BLIND_AFTER_S = 75;
const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>sign in</html>' };

/** Part of the fault in which no ping may arrive, in seconds after it began; null if watching and storing go on. */
type Silence = readonly [from: number, to: number] | null;
type Arrange = (night: SimulatedNight, watcher: WatchfloorInstance) => void;

const WHOLE: Silence = [1, 120];
/** Pings are allowed, and not required. */
const NOT_STEADY: Silence = [0, 0];

const outage =
  (...plans: readonly FaultPlanRequest[]): Arrange =>
  (night) =>
    night.outage([FROM, TO], ...plans);
const refusing = (answer: FaultPlanRequest['answer']) => outage({ endpoint: 'subscribe', answer });
const passing =
  (plan: FaultPlanRequest): Arrange =>
  (night) => {
    const { control } = night.simulator;
    night.at(FROM * MINUTE, () => {
      control.planFault({ times: 'forever', ...plan });
      control.dropStreams('reset');
    });
    night.at(TO * MINUTE, () => {
      control.forgetFaultPlans();
      control.dropStreams('reset');
    });
  };

const faults: readonly (readonly [name: string, arrange: Arrange, silence: Silence])[] = [
  [
    'a stream that is reset once',
    (night) => night.at(FROM * MINUTE, () => night.simulator.control.dropStreams('reset')),
    null,
  ],
  ['a service that resets every connection', outage({ endpoint: 'every', answer: 'reset' }), WHOLE],
  ['a service that hangs up without an answer', refusing('empty'), WHOLE],
  ['a service that never answers', refusing('hang'), WHOLE],
  [
    'a half-open connection',
    (night) => {
      night.at(FROM * MINUTE, () => night.simulator.control.stall(true));
      night.at(TO * MINUTE, () => night.simulator.control.stall(false));
    },
    [BLIND_AFTER_S, 120],
  ],
  ...[401, 403, 404, 409, 429, 500, 503].map(
    (status) => [`a service that answers ${status}`, refusing({ status }), WHOLE] as const,
  ),
  ...malformations.map(
    (malformed) =>
      [`an answer with a ${malformed}`, refusing({ status: 200, body: 'hello', malformed }), WHOLE] as const,
  ),
  ['a proxy that answers with a page', refusing(page), WHOLE],
  ['a redirect', refusing({ status: 302, headers: { location: 'https://example.com/' } }), WHOLE],
  [
    'an issuer that is away',
    outage({ endpoint: 'token', answer: 'reset' }, { endpoint: 'subscribe', answer: { status: 401 } }),
    WHOLE,
  ],
  [
    'an issuer that is away while the stream goes on',
    (night) => {
      night.at(FROM * MINUTE, () => void night.simulator.control.planFault({ endpoint: 'token', answer: 'reset' }));
    },
    null,
  ],
  [
    'another subscriber that has the seat',
    (night) => {
      night.outage([FROM, TO]);
      night.at(FROM * MINUTE, () => night.simulator.control.takeSeat(true));
      night.at(TO * MINUTE, () => night.simulator.control.takeSeat(false));
    },
    WHOLE,
  ],
  ['a stream at one byte a second', passing({ endpoint: 'subscribe', bytesPerSecond: 1 }), [1, 60]],
  [
    'a stream that is cut in the middle of its first event',
    passing({ endpoint: 'subscribe', cutAfterBytes: 40 }),
    WHOLE,
  ],
  ['a stream that ends every second', passing({ endpoint: 'subscribe', endAfterMs: SECOND }), NOT_STEADY],
  ['a proxy that ends each stream after 29 seconds', passing({ endpoint: 'subscribe', endAfterMs: 29 * SECOND }), null],
  [
    'events that are no JSON',
    (night) => {
      for (let second = 0; second < 120; second += 5)
        night.at(FROM * MINUTE + second * SECOND, () =>
          night.simulator.control.emit({ event: 'LONG', id: null, retry: null, data: '{' }),
        );
    },
    null,
  ],
  [
    'a clock that is set by an hour, and back',
    (night, { clock }) => {
      night.at(FROM * MINUTE, () => clock.setWallClock(clock.now() + 60 * MINUTE));
      night.at(TO * MINUTE, () => clock.setWallClock(clock.now() - 60 * MINUTE));
    },
    null,
  ],
  ['a computer that sleeps', (night, watcher) => night.sleepComputer(watcher, FROM, 2), WHOLE],
  ['a computer that sleeps for half a minute', (night, watcher) => night.sleepComputer(watcher, FROM, 0.5), [1, 32]],
  ['a process that is stopped', (night, watcher) => night.stopProcess(watcher, FROM, 120), WHOLE],
  ['a process that is stopped for 20 seconds', (night, watcher) => night.stopProcess(watcher, FROM, 20), [1, 22]],
  [
    'a process whose stream is dead when it is continued',
    (night, watcher) => {
      night.stopProcess(watcher, FROM, 20, true);
      night.at(TO * MINUTE, () => night.simulator.control.stall(false));
    },
    WHOLE,
  ],
];

/**
 * `npm test` runs one fault for each way in which the heartbeat can notice it: an end and a refusal of the stream, silence,
 * a taken seat, a clock that is set, and a computer and a process that stand still. The others differ only in how the
 * stream client reports them, which `test/faults/stream` tests.
 */
const USUAL_FAULTS = new Set([
  'a stream that is reset once',
  'a half-open connection',
  'a service that answers 503',
  'another subscriber that has the seat',
  'a clock that is set by an hour, and back',
  'a computer that sleeps',
  'a process whose stream is dead when it is continued',
]);
const chosenFaults = faults.filter(([name]) => isThorough || USUAL_FAULTS.has(name));

test('the faults of `npm test` are faults of the matrix', () => {
  expect(faults.filter(([name]) => USUAL_FAULTS.has(name)).length).toBe(USUAL_FAULTS.size);
});

test.for(chosenFaults)(
  '[OUTLET-40] the heartbeat pings only while watching and storing, and again afterwards: %s',
  async ([, arrange, silence]) => {
    const night = await SimulatedNight.start();
    const watcher = await watch(night);
    arrange(night, watcher);
    await night.until(END * MINUTE);
    expectHonest(watcher, silence);
  },
);

test('[OUTLET-40] the heartbeat does not ping while the disk is full, and pings again afterwards', async (context) => {
  const disk = smallDisk(16, context);
  const night = await SimulatedNight.start();
  const watcher = await watch(night, disk);
  const large = { event: 'LONG', id: null, retry: null, data: 'x'.repeat(50_000) };
  for (let second = 0; second < 120; second += 1)
    night.at(FROM * MINUTE + second * SECOND, () => {
      fillDisk(disk);
      if (second % 5 === 0) night.simulator.control.emit(large);
    });
  night.at(TO * MINUTE, () => makeRoom(disk));
  await night.until(END * MINUTE);
  // For some seconds, the files of the store still have room.
  expectHonest(watcher, [30, 120]);
});

test('[OUTLET-40] the heartbeat does not ping while another program locks the store, and pings again afterwards', async () => {
  const night = await SimulatedNight.start();
  const directory = temporaryDirectory();
  const watcher = await watch(night, directory);
  // A ping is due in these 12 s. Longer takes long, because each attempt to write waits 250 ms for the lock.
  const unlockedAfter = 0.2;
  night.at(FROM * MINUTE, () => {
    const { events } = storePaths(directory, { id: profileIdSchema.parse('watcher-1'), practice: false });
    const database = new Sqlite(events);
    database.exec('BEGIN IMMEDIATE');
    night.at((FROM + unlockedAfter) * MINUTE, () => database.close());
  });
  await night.until(END * MINUTE);
  expectHonest(watcher, [0, unlockedAfter * 60]);
});

function watch(night: SimulatedNight, directory = temporaryDirectory()): Promise<WatchfloorInstance> {
  return night.watch(1, undefined, { directory, heartbeat: true });
}

function expectHonest({ pings, falsePings }: WatchfloorInstance, silence: Silence): void {
  const between = (from: number, to: number) => pings.filter((at) => at >= from && at < to).length;
  const [from, to] = silence ?? [0, 0];
  expect(falsePings).toEqual([]);
  expect(between(FROM * MINUTE + from * SECOND, FROM * MINUTE + to * SECOND)).toBe(0);
  if (silence === null) expect(between(FROM * MINUTE, TO * MINUTE)).toBeGreaterThan(5);
  expect(between(0, FROM * MINUTE)).toBeGreaterThan(8);
  expect(between((END - 1) * MINUTE, END * MINUTE)).toBeGreaterThan(4);
}
