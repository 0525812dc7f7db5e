/** Gap lengths in a real SQLite store when the wall clock is set in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventStore } from '../../../../src-main/core/ports/event-store.ts';
import { Intake } from '../../../../src-main/core/stream/intake.ts';
import { createStreamSource } from '../../../../src-main/core/stream/stream-source.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { inThreadDatabases } from '../../../doubles/in-thread-databases.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { ScriptedStreams } from '../../../doubles/scripted-streams.ts';
import { ScriptedTokens } from '../../../doubles/scripted-tokens.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { attemptUnreachable } from '../../../doubles/watched-stream.ts';

const HOUR = 3_600_000;
let clock: FakeClock;
let streams: ScriptedStreams;
let store: EventStore;
let stop: () => Promise<void>;

beforeEach(async () => {
  clock = new FakeClock();
  streams = new ScriptedStreams();
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-time-'));
  const { id, name, eventsUrl: source } = someProfile;
  store = await inThreadDatabases(dataDir).stores.open({ id, name, practice: false, source }, () => {});
  await store.writer.resume();
  const log = new SilentLog();
  const ignored = (): void => {};
  const { writer } = store;
  const intake = new Intake({
    writer,
    newestSeq: 0,
    clock,
    log,
    onStored: ignored,
    onCoverage: ignored,
    onStorage: ignored,
  });
  const stopping = new AbortController();
  const tokens = new ScriptedTokens();
  const running = createStreamSource({ profile: someProfile, tokens, streams, clock, log, random: () => 0.5 }).run(
    { lastEventId: null, blindSince: { at: clock.now(), elapsed: clock.elapsed() }, leftRequest: null },
    intake,
    ignored,
    stopping.signal,
  );
  stop = async () => {
    stopping.abort(new Error('test over'));
    await running;
    await intake.close();
    await store.close();
    rmSync(dataDir, { recursive: true });
  };
  // Waits until the first attempt has started.
  await clock.advance(0);
});
afterEach(() => stop());

const heartbeat = (): void => streams.event('HEARTBEAT', clock.now());
const gaps = async () =>
  (await store.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER })).gaps.map(
    ({ from, to, lengthMs, reason }) => ({
      from,
      to,
      lengthMs,
      reason,
    }),
  );
async function blindFor(ms: number): Promise<void> {
  const endAt = clock.monotonic() + ms;
  streams.end(attemptUnreachable);
  while (clock.monotonic() < endAt) {
    await clock.advance(Math.min(500, endAt - clock.monotonic()));
    if (streams.activeAttempts > 0 && clock.monotonic() < endAt) streams.end(attemptUnreachable);
  }
  while (streams.activeAttempts === 0) await clock.advance(500);
  heartbeat();
  await clock.advance(0);
}

test.each([
  ['back by two hours', -2 * HOUR],
  ['forward by an hour', HOUR],
])('[COVER-1] keeps the length of a later gap after the clock was set %s while watching', async (_which, byMs) => {
  heartbeat();
  await clock.advance(30_000);
  heartbeat();
  await clock.advance(10_000);
  clock.setWallClock(clock.now() + byMs);
  await clock.advance(20_000);
  heartbeat();
  const cutAt = clock.now();
  await clock.advance(0);
  await blindFor(600_000);
  const backAt = clock.now();
  expect(await gaps()).toEqual([
    { from: cutAt - 30_000, to: cutAt, lengthMs: 30_000, reason: 'clock-set' },
    { from: cutAt, to: backAt, lengthMs: backAt - cutAt, reason: 'unreachable' },
  ]);
  expect(backAt - cutAt).toBeGreaterThanOrEqual(600_000);
});

test.each([
  ['back by an hour', -HOUR],
  ['forward by an hour', HOUR],
])('[COVER-1] stores one gap with its real length if the clock is set %s during the gap', async (_which, byMs) => {
  heartbeat();
  const cutAt = clock.monotonic();
  streams.end(attemptUnreachable);
  await clock.advance(10_000);
  clock.setWallClock(clock.now() + byMs);
  await clock.advance(1_000);
  // The open gap is already correct by the present clock.
  expect(await gaps()).toEqual([{ from: clock.now() - 11_000, to: null, lengthMs: null, reason: 'unreachable' }]);
  await blindFor(10_000);
  const lengthMs = clock.monotonic() - cutAt;
  expect(await gaps()).toEqual([{ from: clock.now() - lengthMs, to: clock.now(), lengthMs, reason: 'unreachable' }]);
});
