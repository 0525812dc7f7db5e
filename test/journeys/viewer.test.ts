/** Opens two Watchfloors on one data folder, as a user does who starts it twice. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handOver } from '../../src-main/adapters/action-inbox/hand-over.ts';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { isWriterLocked } from '../../src-main/adapters/sqlite/events/files/writer-lock.ts';
import type { Watch } from '../../src-main/core/watch.ts';
import { type OpenedApplication, openApplication } from '../../src-main/hosts/compose.ts';
import { caseKeySchema } from '../../src-shared/domain/cases/case.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { PRACTICE_ID, profileIdSchema } from '../../src-shared/domain/identity.ts';
import { createFastClock } from '../doubles/fast-clock.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const running: OpenedApplication[] = [];
let profile: string;
const id = profileIdSchema.parse('shared-01');
const author = { id: 'ines', name: 'Ines Haugen' };

beforeEach(async () => {
  // So that a faster clock does not miss a heartbeat.
  profile = await service.workplace.profile(service.simulator, { id, heartbeatSeconds: 300 });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

async function start(
  selection: { profile?: string; practice?: true } = { profile },
  clock?: Clock,
): Promise<OpenedApplication> {
  const opened = await openApplication({
    ...selection,
    clock,
    dataDir: service.workplace.dataDir,
    environment: { [SECRET_VARIABLE]: service.simulator.clients.basic.clientSecret },
    openDatabases: inThreadDatabases,
  });
  running.push(opened);
  return opened;
}

/** The answers to all attempts to subscribe. The service refuses a second subscriber, so two at once are not all 200. */
const answers = () => service.simulator.control.requests({ endpoint: 'subscribe' }).map(({ status }) => status);

async function watchOf({ application }: OpenedApplication): Promise<Watch> {
  const { value } = await application.snapshots(undefined).next();
  const found = value?.state.watches[0];
  if (found === undefined) throw new Error('Nothing is open.');
  return application.watch(found.watch);
}
/** "viewing watching": what the store is to this process, then the stream and why it is interrupted. */
async function shown(opened: OpenedApplication): Promise<string> {
  const { storage, stream } = (await watchOf(opened)).snapshot();
  const cause = 'cause' in stream && stream.cause !== null ? ` ${stream.cause.kind}` : '';
  return `${storage.kind} ${stream.kind}${cause}`;
}
const shows = (opened: OpenedApplication, expected: string) =>
  vi.waitFor(async () => expect(await shown(opened)).toBe(expected), 60_000);

function fail(eid: string, errorCode = 'START_PROFILE_ALLOCATION_FAILED'): void {
  const fields = { eid, operation: 'ALLOCATED', at: Date.now(), errorCode };
  const { kind, id: event, data } = sentLocalization(fields);
  service.simulator.control.emit({ event: kind, id: event, data });
}
const eidOf = (number: number) => `890490320000010000000357284${String(number).padStart(5, '0')}`;
const caseOf = (number: number) => caseKeySchema.parse(`eid:${eidOf(number)}`);

async function boardOf(watch: Watch) {
  const { value } = await watch.cases.subscribe(undefined).next();
  return value?.state;
}

/** Returns how long after the event was sent the feed of the timeline had it, in ms. */
async function delayOf(watch: Watch, number: number): Promise<number> {
  const feed = watch.timelineFeed(
    { filter: EVERYTHING, after: watch.snapshot().extent.newestSeq },
    AbortSignal.timeout(20_000),
  );
  const at = performance.now();
  fail(eidOf(number));
  for await (const { rows } of feed) if (rows.some(({ eid }) => eid === eidOf(number))) break;
  return performance.now() - at;
}

describe('[TEAM-250] a second Watchfloor on a data folder', () => {
  test('shows the events, cases and coverage that the first one stores, without a stream of its own', async () => {
    const first = await start();
    await shows(first, 'storing watching');
    const second = await start();
    await shows(second, 'viewing watching');
    const viewer = await watchOf(second);
    const delays: number[] = [];
    for (let number = 0; number < 5; number += 1) delays.push(await delayOf(viewer, number));
    const median = delays.toSorted((one, other) => one - other)[2];
    expect(median).toBeLessThan(1_000);
    await vi.waitFor(async () => expect((await boardOf(viewer))?.groups[0]?.open).toBe(5), 60_000);
    const revision = viewer.snapshot().coverageRevision;
    service.simulator.control.endSession();
    await shows(first, 'storing watching');
    await vi.waitFor(async () => {
      expect(viewer.snapshot().coverageRevision).toBeGreaterThan(revision);
      expect((await viewer.reader().coverage({ from: 0, to: Date.now() })).sessions).toHaveLength(2);
    }, 60_000);
    expect(answers()).toEqual([200, 200]);
  });
});

describe('[TEAM-250] an action in the viewer', () => {
  test('is stored once by the process that watches, and can be undone', async () => {
    const first = await start();
    await shows(first, 'storing watching');
    fail(eidOf(1));
    const second = await start();
    await shows(second, 'viewing watching');
    const [watching, viewer] = [await watchOf(first), await watchOf(second)];
    const ownerIn = async (watch: Watch) => (await watch.cases.detail(caseOf(1))).summary.owner?.name ?? null;
    await vi.waitFor(async () => expect(await viewer.cases.projection.cases([caseOf(1)])).toHaveLength(1), 60_000);
    const { actions } = await viewer.cases.act({ author, subjects: [caseOf(1)], what: { kind: 'take' }, text: '' });
    for (const watch of [watching, viewer])
      await vi.waitFor(async () => expect(await ownerIn(watch)).toBe('Ines Haugen'), 60_000);
    await viewer.cases.undo({ author, actions });
    for (const watch of [watching, viewer])
      await vi.waitFor(async () => expect(await ownerIn(watch)).toBeNull(), 60_000);
    await viewer.markSeen([{ first: 1, last: 1 }], true);
    expect((await watching.reader().event(1))?.seen).toBe(true);
    const stored = await watching.scanner.actions(0, 100);
    expect(stored.map(({ what }) => what.kind)).toEqual(['take', 'undo']);
  });

  test('acknowledges an alarm in the process that watches, as opening it does', async () => {
    const first = await start();
    await shows(first, 'storing watching');
    const second = await start();
    await shows(second, 'viewing watching');
    const [watching, viewer] = [await watchOf(first), await watchOf(second)];
    const unacknowledged = (count: number) =>
      vi.waitFor(() => {
        const counts = [watching, viewer].map((watch) => watch.snapshot().alarms.unseen);
        expect(counts).toEqual([count, count]);
      }, 60_000);
    const acknowledging = [(alarm: string) => viewer.alarms.acknowledge([alarm]), viewer.alarms.open];
    for (const [index, acknowledge] of acknowledging.entries()) {
      fail(eidOf(index), `CAUSE_${index}`);
      await unacknowledged(1);
      const { value } = await watching.alarms.subscribe(undefined).next();
      await acknowledge(value?.state.alarms.find(({ seenAt }) => seenAt === null)?.id ?? '');
      await unacknowledged(0);
    }
  });

  test('is refused with a reason if only the process that watches can do it', async () => {
    const first = await start();
    await shows(first, 'storing watching');
    const second = await start();
    const viewer = await watchOf(second);
    await expect(viewer.maintenance.backUp()).rejects.toMatchObject({ code: 'VIEWER_ONLY' });
  });
});

describe('[TEAM-250] taking over', () => {
  test('makes the viewer watch and the first one its viewer, back and forth, with every event once and one subscriber', async () => {
    const [first, second] = [await start(), await start()];
    await shows(first, 'storing watching');
    await shows(second, 'viewing watching');
    let sent = 0;
    const send = async (watching: OpenedApplication) => {
      for (let number = 0; number < 20; number += 1) fail(eidOf((sent += 1)));
      await vi.waitFor(async () => {
        const stored = (await watchOf(watching)).snapshot().extent.storedEvents;
        expect(stored).toBeGreaterThanOrEqual(sent);
      }, 60_000);
    };
    const taking = [second, first, second];
    for (const [index, taker] of taking.entries()) {
      const other = taker === first ? second : first;
      await send(other);
      await taker.application.profiles.takeOver(id);
      await shows(taker, 'storing watching');
      await shows(other, 'viewing watching');
      expect(answers()).toEqual(Array(index + 2).fill(200));
    }
    await send(second);
    const failed = await service.workplace.storedEvents('outcome:failed');
    expect(failed.map(({ eid }) => eid)).toEqual(Array.from({ length: sent }, (_, number) => eidOf(number + 1)));
    expect(answers()).toEqual([200, 200, 200, 200]);
  });

  test('asks a process that watches without a page to be stopped, and changes nothing', async () => {
    const collector = service.collectInProcess(profile);
    await collector.waitForText(/Watching/);
    const second = await start();
    await shows(second, 'viewing watching');
    await expect(second.application.profiles.takeOver(id)).rejects.toMatchObject({
      data: { code: 'TAKE_OVER_FAILED', facts: { problem: 'no-page' } },
    });
    await shows(second, 'viewing watching');
    expect(await collector.stop()).toBe(0);
    await shows(second, 'viewing blind writer-gone');
    await second.application.profiles.takeOver(id);
    await shows(second, 'storing watching');
    expect(answers()).toEqual([200, 200]);
  });

  test('goes back to the first one if the process that asked for the store does not open it', async () => {
    const first = await start({ profile }, createFastClock(4));
    await shows(first, 'storing watching');
    const paths = storePaths(service.workplace.dataDir, { id, practice: false });
    const answer = await handOver(
      { id: 'a'.repeat(32), viewer: 'release' },
      {
        directory: paths.directory,
        clock: createSystemClock(),
        isServed: () => isWriterLocked(paths.lock),
        signal: new AbortController().signal,
      },
    );
    expect(answer).toEqual({ kind: 'done' });
    await shows(first, 'viewing blind writer-gone');
    await shows(first, 'storing watching');
    expect(answers()).toEqual([200, 200]);
  });

  test('works for Practice, whose service goes on', async () => {
    const [first, second] = [await start({ practice: true }), await start({ practice: true })];
    await shows(first, 'storing watching');
    await shows(second, 'viewing watching');
    await second.application.profiles.takeOver(PRACTICE_ID);
    await shows(second, 'storing watching');
    await shows(first, 'viewing watching');
    await first.application.profiles.takeOver(PRACTICE_ID);
    await shows(first, 'storing watching');
  });
});

describe('[TEAM-250] a viewer never shows that it watches without an answer of the process that does', () => {
  test('a stopped process keeps the stream, is shown as silent, and is not taken over; a killed one is shown as ended, and the viewer can watch then', async () => {
    const collector = service.collect(profile);
    await collector.waitForText(/Watching/);
    fail(eidOf(1));
    const second = await start({ profile }, createFastClock(8));
    await shows(second, 'viewing watching');
    collector.process.kill('SIGSTOP');
    await shows(second, 'viewing blind writer-silent');
    await expect(second.application.profiles.takeOver(id)).rejects.toMatchObject({
      data: { code: 'TAKE_OVER_FAILED', facts: { problem: 'silent' } },
    });
    collector.process.kill('SIGCONT');
    await shows(second, 'viewing watching');
    expect(answers()).toEqual([200]);

    await collector.stop('SIGKILL');
    await shows(second, 'viewing blind writer-gone');
    await second.application.profiles.takeOver(id);
    await shows(second, 'storing watching');
    fail(eidOf(2));
    await vi.waitFor(
      async () => expect(await service.workplace.storedEvents('outcome:failed')).toHaveLength(2),
      60_000,
    );
    expect(answers()).toEqual([200, 200]);
  });

  test('a viewer follows the next process that watches', async () => {
    const collector = service.collectInProcess(profile);
    await collector.waitForText(/Watching/);
    const second = await start();
    await shows(second, 'viewing watching');
    await collector.stop();
    await shows(second, 'viewing blind writer-gone');
    const next = service.collectInProcess(profile);
    await next.waitForText(/Watching/);
    await shows(second, 'viewing watching');
  });
});
