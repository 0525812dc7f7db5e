import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { type OutletFigures, RunningOutlet } from '../../../../src-main/core/outlets/run-outlet.ts';
import { TurnLog } from '../../../../src-main/core/outlets/turn-log.ts';
import type { Outlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import { anOutlet } from '../../../doubles/an-outlet.ts';
import { casesOverStore } from '../../../doubles/cases-over-store.ts';
import { ACCEPTED, answered, MemoryOutlets } from '../../../doubles/memory-outlets.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { currentMoment } from '../../../../src-main/core/lib/moment.ts';
import { WatchState } from '../../../../src-main/core/watch-state.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function runningOutlet(fields: Partial<Outlet> = {}) {
  const made = await casesOverStore();
  const { cases } = made.run();
  const { clock, log } = made;
  await cases.waitUntilCaughtUp();
  const { writer } = made.store;
  const signals = { changes: new ChangeSignal(), alarms: () => [], escalateAfterMs: () => 900_000 };
  const turns = new TurnLog({ cases, signals, writer, clock, log, newId: made.parts.newId });
  let looks = 0;
  const after = turns.after.bind(turns);
  turns.after = (...args) => {
    looks += 1;
    // A loop without a pause must end the test.
    if (looks > 10_000) throw new Error('the outlet looks again and again');
    return after(...args);
  };
  const now = currentMoment(clock);
  const watching = new WatchState(clock, {
    profile: someProfile,
    practice: false,
    domain: null,
    extent: { oldestSeq: 0, newestSeq: 0, storedEvents: 0 },
    stream: { kind: 'stopped', since: now },
    storage: { kind: 'storing' },
  });
  const outlets = new MemoryOutlets();
  const { sender, secretsOf } = outlets;
  const onChange = () => undefined;
  const parts = {
    turns,
    log,
    views: { views: [], changes: new ChangeSignal() },
    eventsFor: () => made.store.reader,
    reader: made.store.reader,
    isStoreBusy: () => false,
    sender,
    secrets: secretsOf(someProfile.id),
    writer,
    watching,
    clock,
    random: () => 0.5,
    onChange,
  };
  const outlet = new RunningOutlet(anOutlet(fields), parts);
  const ending = new AbortController();
  const running: Promise<void>[] = [];
  async function look(received: Promise<void>): Promise<void> {
    await received;
    await cases.waitUntilCaughtUp();
    await turns.refresh();
  }
  onTestFinished(async () => {
    ending.abort(new Error('the test is over'));
    await Promise.all(running);
  });
  return {
    ...made,
    outlets,
    outlet,
    looks: () => looks,
    start: () => void running.push(turns.run(ending.signal), outlet.run(ending.signal)),
    fail: (eid: string) => look(made.receiveLocalizations({ eid })),
    failRequest: (id: string) => look(made.receiveRequest(id, 2, 2)),
    succeed: (eid: string) => look(made.receiveLocalizations({ eid, operation: 'LOCALIZED', state: 'COMPLETED' })),
  };
}

/** Waits until the outlet, which commits in the thread of the store, has these figures. */
const figures = (outlet: RunningOutlet, expected: Partial<OutletFigures>) =>
  vi.waitFor(() => expect(outlet.figures).toMatchObject(expected));

describe('[HEALTH-2] the figures of an outlet', () => {
  test('are not known before its state is loaded, and do not say that it works before it has delivered', async () => {
    const { outlet, start, clock, fail } = await runningOutlet();
    expect(outlet.figures).toBeNull();
    start();
    await clock.advance(1_000);
    expect(outlet.figures).toEqual({
      id: 'outlet-1',
      name: 'on call',
      waitingSince: null,
      isFailing: null,
      delivered: 0,
      notDelivered: 0,
    });
    await fail('a');
    await clock.advance(1_000);
    await figures(outlet, { waitingSince: null, isFailing: false, delivered: 1 });
  });

  test('have the oldest turn that waits while the receiver is away, and what was given up after a day', async () => {
    const { outlet, outlets, start, clock, fail, succeed } = await runningOutlet();
    start();
    await clock.advance(1_000);
    outlets.response = { kind: 'failed', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED' };
    const since = clock.now();
    await fail('a');
    await clock.advance(MINUTE_MS);
    await succeed('a');
    await clock.advance(MINUTE_MS);
    await figures(outlet, { waitingSince: since, isFailing: true, delivered: 0, notDelivered: 0 });
    clock.sleepComputer(DAY_MS);
    await clock.advance(10 * MINUTE_MS);
    await figures(outlet, { waitingSince: null, isFailing: true, notDelivered: 2 });
    outlets.response = ACCEPTED;
    await fail('b');
    await clock.advance(10 * MINUTE_MS);
    await figures(outlet, { waitingSince: null, isFailing: false, delivered: 1, notDelivered: 2 });
  });

  test('have a refused turn as waiting, and its turn is still needed, although others are delivered', async () => {
    const { outlet, outlets, start, clock, fail, receiveRequest } = await runningOutlet();
    start();
    await clock.advance(1_000);
    outlets.response = answered(422);
    const since = clock.now();
    await fail('a');
    await figures(outlet, { waitingSince: since, isFailing: true, delivered: 0 });
    outlets.response = ACCEPTED;
    await receiveRequest('R-1', 2, 2);
    await clock.advance(100);
    expect(outlet.figures).toMatchObject({ waitingSince: since, isFailing: true });
    expect(outlet.doneThrough).toBe(0);
    await vi.waitFor(async () => {
      await clock.advance(MINUTE_MS);
      expect(outlet.figures).toMatchObject({ waitingSince: null, isFailing: false, delivered: 2 });
    });
    expect(outlet.doneThrough).toBe(2);
  });

  test('do not count turns that the outlet does not send as waiting', async () => {
    const { outlet, start, clock, fail } = await runningOutlet({ topics: ['signal'] });
    await fail('a');
    start();
    await fail('b');
    expect(outlet.figures?.waitingSince ?? null).toBeNull();
    await clock.advance(1_000);
    expect(outlet.figures).toMatchObject({ waitingSince: null, isFailing: null, delivered: 0 });
  });
});

describe('an outlet sleeps until something is due', () => {
  test('although a refused turn is due while the receiver is away', async () => {
    const { outlet, outlets, start, clock, fail, receiveRequest, looks } = await runningOutlet();
    start();
    await clock.advance(1_000);
    outlets.response = answered(422);
    await fail('a');
    await figures(outlet, { isFailing: true });
    outlets.response = { kind: 'failed', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED' };
    await receiveRequest('R-1', 2, 2);
    await clock.advance(MINUTE_MS);
    expect(outlet.figures).toMatchObject({ isFailing: true });
    const before = looks();
    await clock.advance(10 * MINUTE_MS);
    expect(looks() - before).toBeLessThan(100);
  });

  test('and no longer than the pause after a failure, although a refused turn is due in between', async () => {
    const { outlet, outlets, start, clock, fail, failRequest } = await runningOutlet();
    start();
    await clock.advance(1_000);
    outlets.response = answered(422);
    await fail('a');
    await figures(outlet, { isFailing: true });
    outlets.response = { kind: 'failed', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED' };
    // The refused turn is due after half a second, the other one 0.3 s later.
    await clock.advance(300);
    await failRequest('R-1');
    // Six requests take 13 s. A wait until the next look at the turns takes a minute.
    const until = clock.monotonic() + 30_000;
    await vi.waitFor(
      async () => {
        if (clock.monotonic() < until) await clock.advance(100);
        expect(outlets.sent.length).toBeGreaterThanOrEqual(6);
      },
      { timeout: 60_000, interval: 1 },
    );
  });

  test.for(['cloudevents', 'alertmanager'] as const)(
    'although the receiver of %s is away, and every turn was given up',
    async (kind) => {
      const { outlets, start, clock, fail, looks } = await runningOutlet({ kind });
      start();
      await clock.advance(1_000);
      outlets.response = { kind: 'failed', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED' };
      await fail('a');
      await clock.advance(MINUTE_MS);
      clock.sleepComputer(DAY_MS);
      await clock.advance(10 * MINUTE_MS);
      const before = looks();
      await clock.advance(10 * MINUTE_MS);
      expect(looks() - before).toBeLessThan(100);
    },
  );
});
