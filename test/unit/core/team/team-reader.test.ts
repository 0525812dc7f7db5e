import { expect, test } from 'vitest';
import type { LogEntry } from '../../../../src-main/core/ports/team-log.ts';
import { TeamReader } from '../../../../src-main/core/team/team-reader.ts';
import { EMPTY_TEAM_STATE } from '../../../../src-main/core/team/team-state.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { receivedEvent } from '../../../doubles/received-events.ts';
import { A_TAKE, chainEntry } from '../../../doubles/team-entries.ts';

const ANNA = { v: 1, by: 'anna', at: 1, epoch: 1 };
const TAKE = chainEntry(1, { ...ANNA, ...A_TAKE, kind: 'take', prev: 0, run: 'run-of-anna' });
const events = (position: number): LogEntry =>
  chainEntry(position, {
    ...ANNA,
    kind: 'events',
    prev: position - 1,
    first: position - 1,
    events: [receivedEvent(position)],
  });

async function* all(entries: readonly LogEntry[]): AsyncGenerator<LogEntry> {
  yield* entries;
}

/** Reads the entries into a store of which each commit takes until the next turn of the event loop. */
async function commitsOf(entries: readonly LogEntry[]) {
  const commits: string[] = [];
  const ends = new AbortController();
  const reader = new TeamReader({
    log: { read: () => all(entries) },
    clock: new FakeClock(),
    state: EMPTY_TEAM_STATE,
    rewind: async () => null,
    async commit({ position }, applied) {
      await new Promise((resolve) => setImmediate(resolve));
      commits.push(`${applied.map(({ change: { kind } }) => kind).join(' ')} to ${position}`);
    },
    onState: () => undefined,
    async restore(_, hole) {
      if (hole !== null) {
        commits.push(`hole from ${hole.from} to ${hole.to}`);
        ends.abort(new Error('nothing fills the hole'));
      }
      return null;
    },
  });
  return { end: await reader.run(ends.signal), commits, state: reader.state };
}

test('[TEAM-20] entries that are there are committed together, except a change of the holder', async () => {
  const take = { ...A_TAKE, v: 1, by: 'ben', kind: 'take', epoch: 2, prev: 4, run: 'run-of-ben' };
  const { commits, end, state } = await commitsOf([TAKE, events(2), events(3), events(4), chainEntry(5, take)]);
  expect(commits).toEqual(['taken to 1', 'events events events to 4', 'taken to 5']);
  expect(end).toBeNull();
  expect(state).toMatchObject({ position: 5, nextSeq: 4, holder: { member: 'ben' } });
});

test('[TEAM-20] everything before an entry that cannot be applied is committed', async () => {
  const { commits, state } = await commitsOf([TAKE, events(2), events(4)]);
  expect(commits).toEqual(['taken to 1', 'events to 2', 'hole from 3 to 3']);
  expect(state.position).toBe(2);
});
