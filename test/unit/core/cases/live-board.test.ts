import { describe, expect, test, vi } from 'vitest';
import { causeKey } from '../../../../src-shared/domain/cases/case.ts';
import type { Board } from '../../../../src-shared/api/cases.ts';
import type { Cases } from '../../../../src-main/core/cases/create-cases.ts';
import { performAction, casesOverStore } from '../../../doubles/cases-over-store.ts';
import { withMethods } from '../../../doubles/with-methods.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';

const allocation = causeKey(allocationFailure);

function followed(cases: Cases) {
  const boards: Board[] = [];
  const ending = new AbortController();
  const done = (async () => {
    for await (const { state: board } of cases.subscribe(ending.signal)) boards.push(board);
  })();
  return {
    boards,
    end: async (): Promise<void> => {
      ending.abort(new Error('enough'));
      await done;
    },
  };
}

test('[PAGE-220] reports a board as behind if failures were committed while it was read', async () => {
  const { run, receiveLocalizations, parts } = await casesOverStore();
  await receiveLocalizations({ eid: 'first' });
  const { cases } = run({ projection: { ...parts.projection, reader: slowReader() } });
  await cases.waitUntilCaughtUp();
  // The counts are read, then failures are committed, and only then the reader answers.
  let meanwhile: (() => Promise<void>) | null = async () => {
    for (let index = 0; index < 5; index += 1) await receiveLocalizations({ eid: `late-${index}` });
    await cases.waitUntilCaughtUp();
  };
  const { boards, end } = followed(cases);
  await vi.waitFor(() => expect(boards.length).toBeGreaterThan(0));
  const [{ failures, behind, upTo } = { failures: 0, behind: 0, upTo: 0 }] = boards;
  expect([failures, behind, upTo]).toEqual([1, 5, 1]);
  await end();

  function slowReader(): typeof parts.projection.reader {
    return withMethods(parts.projection.reader, {
      async board(...queries) {
        const board = await parts.projection.reader.board(...queries);
        const commit = meanwhile;
        meanwhile = null;
        await commit?.();
        return board;
      },
    });
  }
});

describe('[OWN-4] publishes the board', () => {
  test('at most twice per second in a storm, including the last change', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const { boards, end } = followed(cases);
    for (let tick = 0; tick < 100; tick += 1) {
      await receiveLocalizations({ eid: `s${tick}` });
      await clock.advance(50);
    }
    await clock.advance(1_000);
    expect(boards.length).toBeLessThanOrEqual(13);
    await vi.waitFor(async () => {
      await clock.advance(500);
      expect(boards.at(-1)).toMatchObject({ failures: 100, behind: 0 });
    });
    await end();
  });

  test('once per minute without changes, and when a mute ends', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await performAction(cases, { kind: 'mute', ends: { kind: 'time', at: clock.now() + 90_500 } }, [allocation]);
    await cases.waitUntilCaughtUp();
    const { boards, end } = followed(cases);
    await vi.waitFor(() => expect(boards.length).toBeGreaterThan(0));
    const boardsBefore = boards.length;
    const mutedSince = () => boards.slice(boardsBefore).map(({ muted }) => muted);
    await clock.advance(61_000);
    await vi.waitFor(() => expect(mutedSince()).toEqual([1]));
    await clock.advance(28_000);
    expect(mutedSince()).toEqual([1]);
    await clock.advance(2_000);
    await vi.waitFor(() => expect(mutedSince()).toEqual([1, 0]));
    await end();
  });

  test('reads the board once however many subscribers there are', async () => {
    const { run, receiveLocalizations, parts, clock } = await casesOverStore();
    let reads = 0;
    const reader = withMethods(parts.projection.reader, {
      board: (...queries) => {
        reads += 1;
        return parts.projection.reader.board(...queries);
      },
    });
    const { cases } = run({ projection: { ...parts.projection, reader } });
    await cases.waitUntilCaughtUp();
    const feeds = Array.from({ length: 10 }, () => followed(cases));
    await clock.advance(2_000);
    const before = reads;
    await receiveLocalizations({ eid: 'a' });
    await vi.waitFor(async () => {
      await clock.advance(500);
      expect(feeds.map(({ boards }) => boards.at(-1)?.failures)).toEqual(feeds.map(() => 1));
    });
    expect(reads - before).toBeLessThan(feeds.length);
    for (const { end } of feeds) await end();
  });
});
