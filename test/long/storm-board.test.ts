/**
 * Reads boards at random moments during storms of failures, over a real store and a real case projection. Each board
 * must be correct up to the event that it names, and must count all later committed events as behind.
 */
import { setImmediate as loopTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readBoard, casesOverStore, type LocalizationTextFields } from '../doubles/cases-over-store.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { withMethods } from '../doubles/with-methods.ts';

const MOMENTS = 200;
const MAX_BATCH_SIZE = 300;
const SUCCESS_EVERY = 10;

test.each([30_000, 60_000])(
  '[PAGE-220] every board during a storm of %i failures is correct',
  async (failures) => {
    const next = randomNumbers(failures);
    const { run, receiveLocalizations, clock, parts } = await casesOverStore();
    const { reader } = parts.projection;
    /** Answers some turns later, like a thread. Batches are committed and applied in between. */
    const late = withMethods(reader, {
      async board(...queries) {
        const board = await reader.board(...queries);
        for (let turns = next(40); turns > 0; turns -= 1) await loopTurn();
        return board;
      },
    });
    const { cases } = run({ projection: { ...parts.projection, reader: late } });
    const truth = [0];
    /** Time and last seq of each commit. A board may be slightly older than its request, because callers share it. */
    const commits: { readonly at: number; readonly seq: number }[] = [];
    const open: string[] = [];
    let made = 0;
    const event = (): LocalizationTextFields => {
      if (next(SUCCESS_EVERY) > 0 || open.length === 0) {
        open.push(`e${(made += 1)}`);
        truth.push(open.length);
        return { eid: `e${made}` };
      }
      const [eid = ''] = open.splice(next(open.length), 1);
      truth.push(open.length);
      return { eid, operation: 'ENABLED', state: 'COMPLETED' };
    };
    const wrong: unknown[] = [];
    let reads = 0;
    const isOver = () => made >= failures;
    while (!isOver()) {
      const isLookedAt = next(Math.ceil(failures / (MAX_BATCH_SIZE / 2) / MOMENTS)) === 0;
      const board = isLookedAt ? readBoard(cases) : null;
      const batch = Array.from({ length: 1 + next(MAX_BATCH_SIZE) }, event);
      await receiveLocalizations(...batch);
      commits.push({ at: clock.now(), seq: truth.length - 1 });
      await clock.advance(next(1_000));
      if (board === null) continue;
      reads += 1;
      const { failures: shown, upTo, behind, at } = await board;
      const committed = commits.findLast((commit) => commit.at < at)?.seq ?? 0;
      const isTrue = shown === truth[upTo] && upTo + behind >= committed && upTo + behind <= truth.length - 1;
      if (!isTrue) wrong.push({ shown, true: truth[upTo], upTo, behind, committed });
    }
    await clock.advance(1_000);
    await cases.waitUntilCaughtUp();
    await clock.advance(1_000);
    expect([wrong, reads > MOMENTS / 2]).toEqual([[], true]);
    expect(await readBoard(cases)).toMatchObject({ failures: open.length, upTo: truth.length - 1, behind: 0 });
  },
  900_000,
);
