/** How the board is followed: soon, seldom, and by everybody at the cost of one. */
import { describe, expect, test, vi } from 'vitest';
import { causeKey } from '../../../../src-shared/domain/case.ts';
import type { Board } from '../../../../src-shared/api/cases.ts';
import type { RunningCases } from '../../../../src-main/core/cases/create-cases.ts';
import { does, followedCases } from '../../../doubles/followed-cases.ts';

const allocation = causeKey({
  kind: 'localization',
  operation: 'ALLOCATED',
  type: null,
  code: 'START_PROFILE_ALLOCATION_FAILED',
});

/** Every board that is told, until the test ends it. */
function followed(cases: RunningCases) {
  const boards: Board[] = [];
  const ending = new AbortController();
  const done = (async () => {
    for await (const { board } of cases.follow(ending.signal)) boards.push(board);
  })();
  return {
    boards,
    end: async (): Promise<void> => {
      ending.abort(new Error('enough'));
      await done;
    },
  };
}

test('[CASE-22] a board that is read while failures are committed does not say that it is up to date', async () => {
  const { run, localize, parts } = await followedCases();
  await localize({ eid: 'first' });
  const { cases } = run({ book: { ...parts.book, reader: slowReader() } });
  await cases.caughtUp();
  // The counts are read, then failures are committed, and only then the reader answers.
  let meanwhile: (() => Promise<void>) | null = async () => {
    for (let index = 0; index < 5; index += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await localize({ eid: `late-${index}` });
    await cases.caughtUp();
  };
  const { boards, end } = followed(cases);
  await vi.waitFor(() => expect(boards.length).toBeGreaterThan(0));
  const [{ failures, behind, upTo } = { failures: 0, behind: 0, upTo: 0 }] = boards;
  expect([failures, behind, upTo]).toEqual([1, 5, 1]);
  await end();

  function slowReader(): typeof parts.book.reader {
    return {
      ...parts.book.reader,
      async board(...asked) {
        const board = await parts.book.reader.board(...asked);
        const commit = meanwhile;
        meanwhile = null;
        await commit?.();
        return board;
      },
    };
  }
});

describe('[CASE-26] the board is told as it changes', () => {
  test('at most twice a second in a storm, and the last of it is told', async () => {
    const { run, localize, clock } = await followedCases();
    const { cases } = run();
    await cases.caughtUp();
    const { boards, end } = followed(cases);
    for (let tick = 0; tick < 100; tick += 1) {
      // oxlint-disable no-await-in-loop -- one after the other
      await localize({ eid: `s${tick}` });
      await clock.advance(50);
      // oxlint-enable no-await-in-loop
    }
    await clock.advance(1_000);
    expect(boards.length).toBeLessThanOrEqual(13);
    expect(boards.at(-1)).toMatchObject({ failures: 100, behind: 0 });
    await end();
  });

  test('once a minute where nothing changes, and when a mute ends', async () => {
    const { run, localize, clock } = await followedCases();
    await localize({ eid: 'a' });
    const { cases } = run();
    await cases.caughtUp();
    await does(cases, { kind: 'mute', ends: { kind: 'time', at: clock.now() + 90_500 } }, [allocation]);
    await cases.caughtUp();
    const { boards, end } = followed(cases);
    await clock.advance(0);
    const told = boards.length;
    await clock.advance(89_000);
    expect(boards.length - told).toBe(1);
    await clock.advance(2_000);
    expect(boards.slice(told).map(({ muted }) => muted)).toEqual([1, 0]);
    await end();
  });

  test('however many follow it, it is read once', async () => {
    const { run, localize, parts, clock } = await followedCases();
    let reads = 0;
    const reader: typeof parts.book.reader = {
      ...parts.book.reader,
      board: (...asked) => {
        reads += 1;
        return parts.book.reader.board(...asked);
      },
    };
    const { cases } = run({ book: { ...parts.book, reader } });
    await cases.caughtUp();
    const feeds = Array.from({ length: 10 }, () => followed(cases));
    await clock.advance(2_000);
    const before = reads;
    await localize({ eid: 'a' });
    await clock.advance(2_000);
    expect(feeds.map(({ boards }) => boards.at(-1)?.failures)).toEqual(feeds.map(() => 1));
    expect(reads - before).toBeLessThanOrEqual(2);
    for (const { end } of feeds)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await end();
  });
});
