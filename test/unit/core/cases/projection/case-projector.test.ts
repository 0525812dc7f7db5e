/**
 * The projector applies stored events and actions to the case projection exactly once and in order, whatever happens in
 * between.
 */
import { rmSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { caseDatabasePath } from '../../../../../src-main/adapters/sqlite/cases/case-database.ts';
import type { Cases } from '../../../../../src-main/core/cases/create-cases.ts';
import { ChangeSignal } from '../../../../../src-main/core/lib/change-signal.ts';
import type { EventReader } from '../../../../../src-main/core/ports/event-store.ts';
import { appError } from '../../../../../src-shared/api/errors.ts';
import { caseKey } from '../../../../../src-shared/domain/cases/case.ts';
import { readBoard, performAction, casesOverStore, OLIVIA } from '../../../../doubles/cases-over-store.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';
import { withMethods } from '../../../../doubles/with-methods.ts';
import { OPEN_CASES } from '../../../../doubles/case-states.ts';

const EID = caseKey({ kind: 'eid', eid: 'a' });

async function completeState(cases: Cases) {
  const { upTo: _upTo, at: _at, ...board } = await readBoard(cases);
  const list = await cases.list({ ...OPEN_CASES, of: 'all', limit: 500 });
  return { board, list };
}

describe('[STORE-15] the projector applies every event and action once, in order', () => {
  test('continues after a restart where it was, and applies what was stored meanwhile', async () => {
    const { run, receiveLocalizations, commits } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' });
    const first = run();
    await first.cases.waitUntilCaughtUp();
    await first.end();
    await receiveLocalizations({ eid: 'b' }, { eid: 'a' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    expect((await cases.detail(EID)).attempts.map(({ number, seqs }) => [number, seqs])).toEqual([
      [2, [3]],
      [1, [1]],
    ]);
    expect(commits.ranges).toEqual(['0-1', '1-3']);
  });

  test('builds the same projection from many events as by following each of them', async () => {
    const { run, openProjection, receiveLocalizations, receiveRequest, parts, clock } = await casesOverStore();
    const followed = run().cases;
    for (let round = 0; round < 12; round += 1) {
      await receiveLocalizations(
        { eid: `e${round % 5}`, inner: `${round % 3}` },
        { eid: `e${round % 4}`, operation: 'ENABLED' },
      );
      await receiveRequest(`R-${round % 3}`, 10, round % 4);
      if (round % 3 === 0)
        await receiveLocalizations({ eid: `e${round % 5}`, operation: 'LOCALIZED', state: 'COMPLETED' });
      await followed.waitUntilCaughtUp();
      const [group] = (await readBoard(followed)).groups;
      if (group !== undefined) await performAction(followed, { kind: round % 2 === 0 ? 'take' : 'done' }, [group.key]);
      await clock.advance(60_000);
    }
    await followed.waitUntilCaughtUp();
    const rebuilt = run({ projection: openProjection(), committed: new ChangeSignal() }).cases;
    await rebuilt.waitUntilCaughtUp();
    expect(await completeState(rebuilt)).toEqual(await completeState(followed));
    expect((await parts.scanner.actions(0, 100)).length).toBeGreaterThan(5);
  });

  test('reports immediately that it is up to date, even if nothing new arrives', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' });
    const first = run();
    await first.cases.waitUntilCaughtUp();
    await first.end();
    const behind: (number | undefined)[] = [];
    const { cases } = run();
    void (async () => {
      for await (const { state: board } of cases.subscribe(undefined)) behind.push(board.behind);
    })();
    await vi.waitFor(() => expect(behind).toHaveLength(1));
    await clock.advance(2_000);
    await vi.waitFor(() => expect(behind.at(-1)).toBe(0));
  });

  test('[STORE-15] rebuilds a deleted projection even if nothing new arrives', async () => {
    const directory = temporaryDirectory();
    const { run, receiveLocalizations, clock } = await casesOverStore({}, directory);
    await receiveLocalizations({ eid: 'a' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    rmSync(caseDatabasePath(directory), { force: true });
    await clock.advance(61_000);
    await cases.waitUntilCaughtUp();
    expect(await readBoard(cases)).toMatchObject({ failures: 1, behind: 0, groups: [{ open: 1, only: { eid: 'a' } }] });
  });

  test('keeps the order of actions and events that do not fit into one batch', async () => {
    const { run, openProjection, receiveLocalizations, commits, parts } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' });
    const first = run();
    await first.cases.waitUntilCaughtUp();
    for (let turn = 0; turn < 50; turn += 1) {
      const { newestSeq: seenSeq } = await parts.scanner.extent();
      await first.cases.act({ author: OLIVIA, subjects: [EID], what: { kind: 'done' }, text: '', seenSeq });
      await receiveLocalizations({ eid: 'a' });
    }
    await first.cases.waitUntilCaughtUp();
    await first.end();
    const { cases } = run({ projection: openProjection() });
    await cases.waitUntilCaughtUp();
    const { actions, moreActions, summary } = await cases.detail(EID);
    expect([actions.length + moreActions, summary.isBack, summary.openedAt !== null, commits.ranges.length]).toEqual([
      50,
      true,
      true,
      commits.ranges.length,
    ]);
    const stays = await cases.projection.stays({ from: 0, to: Number.MAX_SAFE_INTEGER, after: null });
    expect(stays.stays.map(({ stay }) => stay.ended)).toEqual([null, ...Array.from({ length: 50 }, () => 'done')]);
  });
});

describe('[PAGE-220] the projector with a failing store', () => {
  test('retries a projection that cannot be written, and shows the board as behind until then', async () => {
    const { run, receiveLocalizations, commits, clock, log } = await casesOverStore();
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const full = appError('STORE_UNWRITABLE', { path: '/data/cases.db', problem: 'full' });
    commits.failure = full;
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
    await expect(cases.waitUntilCaughtUp()).rejects.toBe(full);
    expect(await readBoard(cases)).toMatchObject({ behind: 2, failures: 0 });
    expect(log.lines.map(({ level }) => level)).toContain('error');
    commits.failure = null;
    await clock.advance(6_000);
    await vi.waitFor(async () => expect(await readBoard(cases)).toMatchObject({ behind: 0, failures: 2 }));
  });

  test('counts the waiting events before it has applied any', async () => {
    const { run, receiveLocalizations, receiveRequest, commits, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
    await receiveRequest('R-1', 1, 1);
    const settled = Promise.withResolvers<void>();
    const { cases } = run({ waitUntilStable: () => settled.promise });
    await clock.advance(60_000);
    expect(await readBoard(cases)).toMatchObject({ behind: 3, failures: 0, groups: [] });
    expect(commits.ranges).toEqual([]);
    settled.resolve();
    await cases.waitUntilCaughtUp();
    expect(await readBoard(cases)).toMatchObject({ behind: 0, failures: 3 });
  });

  test('shows an unreadable board as behind, not as a board without failures', async () => {
    const { run, receiveLocalizations, parts, clock, log } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' });
    let isBroken = true;
    const board: typeof parts.projection.reader.board = (...queries) =>
      isBroken ? Promise.reject(new Error('the disk is gone')) : parts.projection.reader.board(...queries);
    const { cases } = run({
      projection: { ...parts.projection, reader: withMethods(parts.projection.reader, { board }) },
    });
    await cases.waitUntilCaughtUp();
    expect(await readBoard(cases)).toMatchObject({ behind: 1, groups: [] });
    expect(log.lines).toHaveLength(1);
    isBroken = false;
    await clock.advance(1_000);
    expect(await readBoard(cases)).toMatchObject({ behind: 0, failures: 1 });
  });

  test('ends everything that waits for it when it ends', async () => {
    const { run } = await casesOverStore();
    const settled = new Promise<void>(() => undefined);
    const { cases, end } = run({ waitUntilStable: (signal) => Promise.race([settled, ended(signal)]) });
    const feed = cases.subscribe(undefined);
    await feed.next();
    const waiting = [cases.waitUntilCaughtUp(), feed.next()];
    await end();
    expect(await Promise.all(waiting)).toEqual([undefined, { done: true, value: undefined }]);
  });
});

test('[CASE-100] forgets a group with no cases left, so that its next failure counts as new, not as back', async () => {
  const { run, receiveLocalizations, clock } = await casesOverStore();
  await receiveLocalizations({ eid: 'a' });
  await receiveLocalizations({ eid: 'a', operation: 'ENABLED', state: 'COMPLETED' });
  const { cases } = run();
  await cases.waitUntilCaughtUp();
  await clock.advance(60_000);
  const now = clock.now();
  await cases.removeExpired({ heartbeats: now, successes: now, failures: now });
  await receiveLocalizations({ eid: 'b' });
  await cases.waitUntilCaughtUp();
  const board = await readBoard(cases);
  expect(board.groups.map(({ status, open }) => ({ status, open }))).toEqual([{ status: 'new', open: 1 }]);
});

test('[KEEP-6] forgets a case that is older than the retention limit, so that it begins again with attempt 1', async () => {
  const { run, receiveLocalizations, clock } = await casesOverStore();
  await receiveLocalizations({ eid: 'a', operation: 'ENABLED', state: 'COMPLETED' }, { eid: 'b' });
  const { cases } = run();
  await cases.waitUntilCaughtUp();
  await clock.advance(60_000);
  const now = clock.now();
  expect(await cases.removeExpired({ heartbeats: now, successes: now, failures: now })).toBe(false);
  await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
  await cases.waitUntilCaughtUp();
  const { cases: open } = await cases.list({ ...OPEN_CASES, limit: 10 });
  // Open cases are kept, however old they are.
  expect(open.map(({ eid, attempt, firstSeq }) => [eid, attempt, firstSeq])).toEqual([
    ['b', 2, 2],
    ['a', 1, 3],
  ]);
});

describe('[STORE-15] the projector with a projection from before', () => {
  test('rebuilds it if the silence between attempts was changed', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a', operation: 'PROVISIONED', state: 'COMPLETED' });
    await clock.advance(20 * 60_000);
    await receiveLocalizations({ eid: 'a', operation: 'ENABLED' });
    const usual = run();
    await usual.cases.waitUntilCaughtUp();
    expect((await usual.cases.detail(EID)).attempts).toHaveLength(1);
    await usual.end();
    const settled = Promise.withResolvers<void>();
    const { cases } = run({ profile: { attemptSilenceMinutes: 10 }, waitUntilStable: () => settled.promise });
    // The board shows nothing of the stored projection before the projector knows that it matches these events.
    expect(await readBoard(cases)).toMatchObject({ behind: 2, groups: [] });
    settled.resolve();
    await cases.waitUntilCaughtUp();
    expect((await cases.detail(EID)).attempts).toHaveLength(2);
  });

  test('rebuilds it at run time if events were changed after they were applied', async () => {
    const { run, receiveLocalizations, parts, commits } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' });
    let repaired = '';
    const { cases } = run({ scanner: withBasis(parts.scanner, () => repaired) });
    await cases.waitUntilCaughtUp();
    repaired = ' mended';
    await cases.waitUntilCaughtUp();
    expect(commits.ranges).toEqual(['0-1', '0-1']);
    expect(await readBoard(cases)).toMatchObject({ failures: 1, behind: 0 });
  });
});

function withBasis(scanner: EventReader, more: () => string): EventReader {
  const basis = async (): Promise<string> => `${await scanner.basis()}${more()}`;
  return new Proxy(scanner, {
    get: (of, name) => {
      const member: unknown = name === 'basis' ? basis : Reflect.get(of, name);
      return typeof member === 'function' ? member.bind(of) : member;
    },
  });
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
  });
}
