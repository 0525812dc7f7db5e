import { describe, expect, test, vi } from 'vitest';
import type { Moment } from '../../../../src-main/core/ports/clock.ts';
import { Intake } from '../../../../src-main/core/stream/intake.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { StorageStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { RecordingStore } from '../../../doubles/recording-store.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

function setUp() {
  const store = new RecordingStore();
  const clock = new FakeClock();
  const log = new SilentLog();
  const stored: number[] = [];
  const storage: StorageStatus[] = [];
  const coverage: (string | undefined)[] = [];
  const intake = new Intake({
    writer: store.writer,
    newestSeq: 0,
    clock,
    log,
    onStored: ({ extent }) => stored.push(extent.storedEvents),
    onCoverage: () => coverage.push(store.written.at(-1)),
    onStorage: (status) => storage.push(status),
  });
  return { store, clock, log, stored, storage, coverage, intake };
}
const event = (data: string) => ({ receivedAt: 1_000, kind: 'LOCALIZATION', id: null, data });
const moment = (ms: number): Moment => ({ at: 1_000 + ms, elapsed: ms });
const now = moment(0);
const full = appError('STORE_UNWRITABLE', { path: '/data/events.sqlite', problem: 'full' });
const locked = appError('STORE_UNWRITABLE', { path: '/data/events.sqlite', problem: 'locked' });

test('[STORE-11] writes events, cursors, session ends and gaps in the order of arrival', async () => {
  const { intake, store } = setUp();
  void intake.event(event('a'), now, true);
  void intake.event(event('b'), now, false);
  intake.cursor('7');
  void intake.event(event('c'), now, false);
  intake.loss(now, moment(100), { reason: 'connection-lost', detail: null });
  intake.loss(now, moment(200), { reason: 'unreachable', detail: null });
  void intake.event(event('d'), now, true);
  await intake.close();
  expect(store.written).toEqual([
    'session 1 opens: a b',
    'cursor "7"',
    'session 1: c',
    'session 1 ends: connection-lost',
    'gap from 1000: unreachable',
    'session 2 opens: d',
  ]);
});

test('gives each batch the times at which its first and last event were complete', async () => {
  const { intake, store } = setUp();
  const append = vi.spyOn(store.writer, 'append');
  for (const ms of [0, 10, 20]) void intake.event(event(String(ms)), moment(ms), ms === 0);
  await intake.close();
  expect(append.mock.calls.map(([batch]) => batch)).toEqual([
    { session: 'opens', events: [event('0'), event('10'), event('20')], first: moment(0), last: moment(20), after: 0 },
  ]);
});

test('[STREAM-8] gives each batch the seq after which it belongs, also when it is retried', async () => {
  const { intake, store, clock } = setUp();
  const append = vi.spyOn(store.writer, 'append');
  for (let count = 1; count <= 501; count += 1) void intake.event(event('a'), now, count === 1);
  await clock.advance(250);
  store.failure = full;
  await clock.advance(250);
  void intake.event(event('b'), now, false);
  await clock.advance(0);
  store.failure = null;
  await clock.advance(1_000);
  await intake.close();
  expect(append.mock.calls.map(([{ events, after }]) => [events.length, after])).toEqual([
    [500, 0],
    [1, 500],
    [1, 501],
    [1, 501],
  ]);
});

test('is busy while more than one batch waits, but not while writing fails', async () => {
  const { intake, store, clock } = setUp();
  for (let count = 1; count <= 500; count += 1) void intake.event(event('a'), now, count === 1);
  const withOneBatch = intake.isBusy;
  void intake.event(event('b'), now, false);
  const withMore = intake.isBusy;
  store.failure = full;
  await clock.advance(0);
  const whileFailing = intake.isBusy;
  store.failure = null;
  await clock.advance(1_000);
  await intake.close();
  expect({ withOneBatch, withMore, whileFailing, afterwards: intake.isBusy }).toEqual({
    withOneBatch: false,
    withMore: true,
    whileFailing: false,
    afterwards: false,
  });
});

test('writes only the last of consecutive cursors, however many there are', async () => {
  const { intake, store } = setUp();
  let release = () => {};
  store.blockedUntil = new Promise((resolve) => (release = resolve));
  intake.cursor('0');
  await Promise.resolve();
  await Promise.resolve();
  for (let id = 1; id <= 1_000; id += 1) intake.cursor(String(id));
  release();
  await intake.close();
  expect(store.written).toEqual(['cursor "0"', 'cursor "1000"']);
});

describe('[STORE-11] a coverage change', () => {
  test('is published when a session opening, its end or a gap is committed, but not for further events', async () => {
    const { intake, coverage } = setUp();
    void intake.event(event('a'), now, true);
    await vi.waitFor(() => expect(coverage).toHaveLength(1));
    void intake.event(event('b'), now, false);
    intake.loss(now, now, { reason: 'silent', detail: null });
    intake.loss(now, now, { reason: 'unreachable', detail: null });
    await intake.close();
    expect(coverage).toEqual(['session 1 opens: a', 'session 1 ends: silent', 'gap from 1000: unreachable']);
  });

  test('is not published when the same loss is reported again, which is only stored as a sign of life', async () => {
    const { intake, store, coverage } = setUp();
    for (let minute = 0; minute < 3; minute += 1)
      intake.loss(now, moment(minute * 60_000), { reason: 'sign-in-needed', detail: null });
    await intake.close();
    expect([coverage, store.written.length]).toEqual([['gap from 1000: sign-in-needed'], 3]);
  });

  test('is not published before a slow store has committed it', async () => {
    const { intake, store, coverage } = setUp();
    let release = () => {};
    store.blockedUntil = new Promise((resolve) => (release = resolve));
    intake.loss(now, now, { reason: 'silent', detail: null });
    await new Promise(setImmediate);
    expect(coverage).toEqual([]);
    release();
    await intake.close();
    expect(coverage).toEqual(['gap from 1000: silent']);
  });
});

test('writes what arrives during a write together, at most 500 events per batch', async () => {
  const { intake, store, stored } = setUp();
  let release = () => {};
  store.blockedUntil = new Promise((resolve) => (release = resolve));
  void intake.event(event('0'), now, true);
  // The first write has started by now, and the store holds it back.
  await Promise.resolve();
  expect(stored).toEqual([]);
  for (let n = 1; n <= 1_200; n += 1) void intake.event(event(String(n)), now, false);
  release();
  await intake.close();
  expect(stored).toEqual([1, 501, 1_001, 1_201]);
});

describe('after a commit', () => {
  const afterCommit = async () => {
    const rig = setUp();
    void rig.intake.event(event('a'), now, true);
    await rig.clock.advance(0);
    expect(rig.store.written).toEqual(['session 1 opens: a']);
    void rig.intake.event(event('b'), moment(1), false);
    return rig;
  };

  test('the events of the next 250 ms are stored together', async () => {
    const { intake, store, clock } = await afterCommit();
    await clock.advance(199);
    void intake.event(event('c'), moment(199), false);
    await clock.advance(50);
    expect(store.written).toHaveLength(1);
    await clock.advance(1);
    expect(store.written).toEqual(['session 1 opens: a', 'session 1: b c']);
    await intake.close();
    expect(clock.sleeping).toBe(0);
  });

  test('an event that arrives 200 ms later is stored at once, with those that wait', async () => {
    const { intake, store, clock } = await afterCommit();
    await clock.advance(200);
    void intake.event(event('c'), moment(200), false);
    await clock.advance(0);
    expect(store.written).toEqual(['session 1 opens: a', 'session 1: b c']);
    await intake.close();
  });

  test.each([
    [10, 5],
    [90, 5],
    [110, 25],
    [1_000, 25],
  ])('%i events a second are stored in %i batches a second', async (perSecond, batches) => {
    const { intake, store, clock } = await afterCommit();
    const arrive = async (seconds: number) => {
      for (let n = 0; n < perSecond * seconds; n += 1) {
        await clock.advance(1_000 / perSecond);
        void intake.event(event('c'), now, false);
      }
      await clock.advance(0);
    };
    await arrive(3);
    const before = store.written.length;
    await arrive(4);
    // A batch starts with an event, so the last one of a second may come later.
    expect((store.written.length - before) / 4).toBeCloseTo(batches, -0.7);
    await intake.close();
  });

  test('100 events are stored at once', async () => {
    const { intake, stored, clock } = await afterCommit();
    for (let n = 2; n <= 100; n += 1) void intake.event(event('c'), moment(1), false);
    await clock.advance(0);
    expect(stored).toEqual([1, 101]);
    await intake.close();
  });

  test('an event that arrives later is stored at once', async () => {
    const { intake, store, clock } = await afterCommit();
    await clock.advance(500);
    void intake.event(event('c'), moment(500), false);
    await clock.advance(0);
    expect(store.written).toEqual(['session 1 opens: a', 'session 1: b', 'session 1: c']);
    await intake.close();
  });

  test('closing stores what waits', async () => {
    const { intake, store } = await afterCommit();
    expect(await intake.close()).toBe(0);
    expect(store.written).toEqual(['session 1 opens: a', 'session 1: b']);
  });
});

test.each([0, 1, 2, 3, 4, 5])('stores an event that arrives %d turns after a batch was stored', async (turns) => {
  const store = new RecordingStore();
  const clock = new FakeClock();
  let came = false;
  const intake = new Intake({
    writer: store.writer,
    newestSeq: 0,
    clock,
    log: new SilentLog(),
    onStored() {
      if (came) return;
      came = true;
      void (async () => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        void intake.event(event('b'), now, false);
      })();
    },
    onCoverage: () => {},
    onStorage: () => {},
  });
  void intake.event(event('a'), now, true);
  await clock.advance(250);
  expect(store.written).toEqual(['session 1 opens: a', 'session 1: b']);
});

test('[STORE-11] repeats a failed write until the store accepts it, and neither loses nor doubles an event', async () => {
  const { intake, store, clock, storage } = setUp();
  store.failure = full;
  void intake.event(event('a'), now, true);
  intake.cursor('7');
  await vi.waitFor(() => expect(storage).toHaveLength(1));
  await clock.advance(1_000);
  expect(store.written).toEqual([]);
  store.failure = null;
  await clock.advance(1_000);
  await vi.waitFor(() => expect(storage.at(-1)?.kind).toBe('storing'));
  expect(store.written).toEqual(['session 1 opens: a', 'cursor "7"']);
  const failing = { kind: 'failing', since: clock.now() - 2_000, error: full.data, waiting: 1 };
  expect(storage).toEqual([failing, failing, { kind: 'storing' }]);
});

test('[STREAM-8] ends the session after a batch that the store did not store completely, and logs it', async () => {
  const { intake, store, log } = setUp();
  const append = store.writer.append.bind(store.writer);
  vi.spyOn(store.writer, 'append').mockImplementationOnce(async (batch) => ({ ...(await append(batch)), stored: 1 }));
  for (const data of ['a', 'b', 'c']) void intake.event(event(data), now, data === 'a');
  intake.cursor('7');
  void intake.event(event('d'), now, false);
  await intake.close();
  expect(store.written).toEqual([
    'session 1 opens: a b c',
    'session 1 ends: events-lost',
    'cursor "7"',
    'session 2 opens: d',
  ]);
  expect(log.lines).toEqual([
    {
      level: 'error',
      message: 'the store has not stored all events of a batch',
      fields: { stored: 1, repeated: 0, of: 3 },
    },
  ]);
});

test('[STREAM-8] repeats a batch without the events that came since, because the store may have it', async () => {
  const { intake, store, clock } = setUp();
  const append = vi.spyOn(store.writer, 'append');
  store.failure = locked;
  void intake.event(event('a'), now, true);
  await clock.advance(0);
  void intake.event(event('b'), now, false);
  store.failure = null;
  await clock.advance(1_040);
  await intake.close();
  expect(append.mock.calls.map(([{ events }]) => events.map(({ data }) => data))).toEqual([['a'], ['a'], ['b']]);
});

test('shows an unexpected failure, logs it once and keeps trying', async () => {
  const { intake, store, clock, storage, log } = setUp();
  const bug = new TypeError('a bug of the store');
  store.failure = bug;
  void intake.event(event('a'), now, true);
  await clock.advance(60_000);
  expect(storage.at(-1)).toEqual({ kind: 'failing', since: clock.now() - 60_000, error: null, waiting: 1 });
  expect(log.lines).toEqual([{ level: 'error', message: 'writing failed unexpectedly', fields: { error: bug } }]);
  store.failure = null;
  await clock.advance(1_000);
  expect(store.written).toEqual(['session 1 opens: a']);
});

test.each([
  ['text', { data: 'x'.repeat(9_000_000) }],
  ['name', { kind: 'x'.repeat(9_000_000) }],
  ['id', { id: 'x'.repeat(9_000_000) }],
])('makes the stream wait after two events with a %s of nine million characters', async (_, part) => {
  const { intake } = setUp();
  expect(intake.event({ ...event('a'), ...part }, now, true)).toBeUndefined();
  const room = intake.event({ ...event('b'), ...part }, now, false);
  expect(room).toBeInstanceOf(Promise);
  await room;
});

test('makes the stream wait at a full queue until half of it is stored', async () => {
  const { intake, store } = setUp();
  let release = () => {};
  store.blockedUntil = new Promise((resolve) => (release = resolve));
  for (let n = 1; n <= 2_000; n += 1) expect(intake.event(event('x'), now, n === 1)).toBeUndefined();
  const wait = intake.event(event('x'), now, false);
  expect(wait).toBeInstanceOf(Promise);
  release();
  await wait;
  await intake.close();
  expect(store.written).toHaveLength(Math.ceil(2_001 / 500));
});

test('accepts more events while the store fails, so that a waiting stream continues', async () => {
  const { intake, store, clock } = setUp();
  store.failure = full;
  for (let n = 1; n <= 2_000; n += 1) void intake.event(event('x'), now, n === 1);
  await intake.event(event('x'), now, false);
  for (let n = 2_002; n <= 10_000; n += 1) expect(intake.event(event('x'), now, false)).toBeUndefined();
  const wait = intake.event(event('x'), now, false);
  expect(wait).toBeInstanceOf(Promise);
  store.failure = null;
  await clock.advance(1_000);
  await wait;
  await intake.close();
  expect(store.written).toHaveLength(Math.ceil(10_001 / 500));
});

test('logs and returns how many events could not be stored when it closes', async () => {
  const { intake, store, log, clock } = setUp();
  store.failure = full;
  void intake.event(event('a'), now, true);
  void intake.event(event('b'), now, false);
  const closing = intake.close();
  await clock.advance(5_000);
  expect(await closing).toBe(2);
  expect(log.lines.at(-1)).toEqual({
    level: 'error',
    message: 'closed with events that could not be stored',
    fields: { events: 2, error: store.failure },
  });
});

test('writes everything if the store recovers while it closes', async () => {
  const { intake, store, clock } = setUp();
  store.failure = locked;
  void intake.event(event('a'), now, true);
  const closing = intake.close();
  await clock.advance(2_000);
  store.failure = null;
  await clock.advance(1_000);
  expect(await closing).toBe(0);
  expect(store.written).toEqual(['session 1 opens: a']);
});
