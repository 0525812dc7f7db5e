import { expect, test, vi } from 'vitest';
import { Intake } from '../../../../src-main/core/stream/intake.ts';
import { AppError } from '../../../../src-shared/api/errors.ts';
import type { StorageStatus } from '../../../../src-shared/domain/stream-status.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { RecordingStore } from '../../../doubles/recording-store.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

function setUp() {
  const store = new RecordingStore();
  const clock = new FakeClock();
  const log = new SilentLog();
  const stored: number[] = [];
  const storage: StorageStatus['kind'][] = [];
  const intake = new Intake({
    store,
    clock,
    log,
    onStored: ({ newestSeq }) => stored.push(newestSeq),
    onStorage: ({ kind }) => storage.push(kind),
  });
  return { store, clock, log, stored, storage, intake };
}
const event = (data: string) => ({ receivedAt: 1_000, kind: 'LOCALIZATION', id: null, data });

test('events, ends and gaps are written in the order in which they came', async () => {
  const { intake, store } = setUp();
  void intake.event(event('a'), true);
  void intake.event(event('b'), false);
  intake.loss(1_000, 1_100, { reason: 'connection-lost', detail: null });
  intake.loss(1_000, 1_200, { reason: 'unreachable', detail: null });
  void intake.event(event('c'), true);
  await intake.close();
  expect(store.written).toEqual([
    'session 1 opens: a b',
    'session 1 ends: connection-lost',
    'gap from 1000: unreachable',
    'session 2 opens: c',
  ]);
});

test('what arrives while a write runs is written together, at most 500 events at a time', async () => {
  const { intake, store, stored } = setUp();
  let release = () => {};
  store.hold = new Promise((resolve) => (release = resolve));
  void intake.event(event('0'), true);
  // The first write has begun when the turn is over, and is held back.
  await Promise.resolve();
  expect(stored).toEqual([]);
  for (let n = 1; n <= 1_200; n += 1) void intake.event(event(String(n)), false);
  release();
  await intake.close();
  expect(stored).toEqual([1, 501, 1_001, 1_201]);
});

test('a write that fails is repeated until the store takes it, and nothing is lost or doubled', async () => {
  const { intake, store, clock, storage } = setUp();
  store.failWith = new AppError('STORE_UNWRITABLE', 'The disk is full. Free some space.');
  void intake.event(event('a'), true);
  await vi.waitFor(() => expect(storage).toContain('failing'));
  await clock.advance(1_000);
  expect(store.written).toEqual([]);
  store.failWith = null;
  await clock.advance(1_000);
  await vi.waitFor(() => expect(storage.at(-1)).toBe('storing'));
  expect(store.written).toEqual(['session 1 opens: a']);
});

test('a full queue makes the stream wait until half of it is stored', async () => {
  const { intake, store } = setUp();
  let release = () => {};
  store.hold = new Promise((resolve) => (release = resolve));
  for (let n = 1; n <= 10_000; n += 1) expect(intake.event(event('x'), n === 1)).toBeUndefined();
  const wait = intake.event(event('x'), false);
  expect(wait).toBeInstanceOf(Promise);
  release();
  await wait;
  await intake.close();
  expect(store.written).toHaveLength(Math.ceil(10_001 / 500));
});

test('a store that fails to the end is said so in the log, with the number of events', async () => {
  const { intake, store, log, clock } = setUp();
  store.failWith = new AppError('STORE_UNWRITABLE', 'The disk is full. Free some space.');
  void intake.event(event('a'), true);
  void intake.event(event('b'), false);
  const closing = intake.close();
  await clock.advance(5_000);
  expect(await closing).toBe(2);
  expect(log.lines.at(-1)).toEqual({
    level: 'error',
    message: 'closed with events that could not be stored',
    fields: { events: 2, error: store.failWith },
  });
});

test('a store that recovers while we close takes everything', async () => {
  const { intake, store, clock } = setUp();
  store.failWith = new AppError('STORE_UNWRITABLE', 'Another program holds the store locked.');
  void intake.event(event('a'), true);
  const closing = intake.close();
  await clock.advance(2_000);
  store.failWith = null;
  await clock.advance(1_000);
  expect(await closing).toBe(0);
  expect(store.written).toEqual(['session 1 opens: a']);
});
