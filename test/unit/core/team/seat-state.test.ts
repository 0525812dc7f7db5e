import { expect, onTestFinished, test } from 'vitest';
import type { LogStatus } from '../../../../src-main/core/ports/team-log.ts';
import { takeAppend } from '../../../../src-main/core/team/next-append.ts';
import { SeatState } from '../../../../src-main/core/team/seat-state.ts';
import { whenAborted } from '../../../../src-shared/lib/when-aborted.ts';
import { EMPTY_TEAM_STATE } from '../../../../src-main/core/team/team-state.ts';
import type { StorageStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import type { StreamState } from '../../../../src-main/core/ports/source.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { A_TAKE, appendedEntry, folded } from '../../../doubles/team-entries.ts';

const leaseOf = (member: string, name: string) => ({
  revision: 1,
  at: 0,
  text: JSON.stringify({ member, run: `run-of-${member}`, name }),
});

/** A follower of Anna's desk over a log whose end and position the test sets. */
function follower(end: { readonly last: number; readonly lastAt: number }) {
  const clock = new FakeClock();
  const log = {
    ...end,
    storage: { kind: 'storing' } as StorageStatus,
    cannotStore: '',
    answers: true,
    hangs: false,
    renews: true,
    refuses: false,
    lease: leaseOf('anna', "Anna's desk"),
  };
  const shown: { stream: StreamState | null } = { stream: null };
  const state = new SeatState({
    clock,
    leaseMs: 3_000,
    start: { blindSince: { at: 0, elapsed: 0 } },
    publish: (stream) => (shown.stream = stream),
    others: () => [{ member: 'anna', isStoring: log.cannotStore !== 'anna' }],
    newestSeq: () => 0,
    nameOf: (member) => member,
    storage: () => log.storage,
    teamLog: {
      status: async (signal): Promise<LogStatus> => {
        if (log.hangs) await whenAborted(signal);
        signal.throwIfAborted();
        if (log.refuses) return { kind: 'refused', detail: 'for the test' };
        return log.answers
          ? { kind: 'reached', identity: { id: 'log', created: '1' }, first: 1, last: log.last, lastAt: log.lastAt }
          : { kind: 'no-answer', detail: 'for the test' };
      },
      lease: () => ({
        read: async () => ({ ...log.lease, revision: log.renews ? clock.elapsed() : 0 }),
        write: async () => ({ kind: 'refused' }),
        release: async () => {},
      }),
    },
  });
  const read = (position: number, at: number) => {
    const session = { id: 1, holder: 'anna', openedAt: 0, lastEventAt: 0 };
    state.apply({ ...EMPTY_TEAM_STATE, position, at, session }, []);
  };
  const cause = () => (shown.stream?.kind === 'waiting' ? shown.stream.step.cause : null);
  const ends = new AbortController();
  const done = state.run(ends.signal);
  onTestFinished(async () => {
    ends.abort();
    await done;
  });
  return { clock, log, state, read, cause, kind: () => shown.stream?.kind };
}

test('[TEAM-202] a member that catches up knows its part, the time for the rest at its speed, and how far behind it is by the clock of the log', async () => {
  const { clock, state, read, cause, kind } = follower({ last: 1_000, lastAt: 3_600_000 });
  read(0, 0);
  await clock.advance(0);
  expect(cause()).toMatchObject({ kind: 'catching-up', percent: 0 });
  expect(cause()).not.toHaveProperty('leftMs');
  await clock.advance(2_000);
  read(250, 900_000);
  expect(cause()).toMatchObject({ percent: 25, leftMs: 6_000 });
  expect(state).toMatchObject({ behind: 750, behindMs: 2_700_000 });
  read(1_000, 3_600_000);
  expect(kind()).toBe('watching');
  expect(state).toMatchObject({ behind: 0, behindMs: 0 });
});

test('[TEAM-152, TEAM-202] a member never shows that it watches while one entry of the log is unread', async () => {
  const { clock, state, read, kind } = follower({ last: 10, lastAt: 5_000 });
  read(9, 4_800);
  await clock.advance(0);
  expect(kind()).toBe('waiting');
  expect(state).toMatchObject({ behind: 1, behindMs: 200 });
  read(10, 5_000);
  expect(kind()).toBe('watching');
});

test('[TEAM-152] a follower goes on for 8 s without an answer of the log, and shows then that it does not follow', async () => {
  const { clock, log, read, cause, kind } = follower({ last: 1, lastAt: 0 });
  read(1, 0);
  await clock.advance(0);
  for (let server = 0; server < 3; server += 1) {
    log.answers = false;
    await clock.advance(6_900);
    expect(kind()).toBe('watching');
    log.answers = true;
    await clock.advance(1_100);
  }
  log.answers = false;
  await clock.advance(9_000);
  expect(cause()).toMatchObject({ kind: 'log-unreachable', code: 'LOG_NO_ANSWER' });
});

test('[TEAM-152] a follower does not wait for the log longer than 8 s after the holder was seen', async () => {
  const { clock, log, read, cause, kind } = follower({ last: 1, lastAt: 0 });
  read(1, 0);
  await clock.advance(0);
  log.renews = false;
  await clock.advance(4_500);
  log.answers = false;
  await clock.advance(2_000);
  expect(kind()).toBe('watching');
  await clock.advance(3_000);
  expect(cause()).toMatchObject({ kind: 'log-unreachable', code: 'LOG_NO_ANSWER' });
});

test('[TEAM-152] a follower does not wait for a log that hangs, and not for one that refuses it', async () => {
  const { clock, log, read, cause, kind } = follower({ last: 1, lastAt: 0 });
  read(1, 0);
  await clock.advance(0);
  log.hangs = true;
  await clock.advance(7_900);
  expect(kind()).toBe('watching');
  await clock.advance(200);
  expect(cause()).toMatchObject({ code: 'LOG_NO_ANSWER' });
  log.hangs = false;
  await clock.advance(4_000);
  expect(kind()).toBe('watching');
  log.refuses = true;
  await clock.advance(1_000);
  expect(cause()).toMatchObject({ code: 'LOG_REFUSED' });
});

test('[TEAM-152] a follower whose store takes nothing shows that, and one whose holder cannot store names it', async () => {
  const { clock, log, state, read, cause, kind } = follower({ last: 2, lastAt: 0 });
  read(1, 0);
  const error = { code: 'STORE_UNWRITABLE', facts: { path: '/data', problem: 'full' } } as const;
  log.storage = { kind: 'failing', since: 0, error, waiting: 0 };
  await clock.advance(1_000);
  expect(cause()).toMatchObject({ kind: 'not-storing', error });
  expect(state.problem).toBe('NOT_STORING');
  log.storage = { kind: 'storing' };
  read(2, 0);
  expect(kind()).toBe('watching');
  log.cannotStore = 'anna';
  await clock.advance(1_000);
  expect(cause()).toMatchObject({ kind: 'holder-silent', code: 'NOT_STORING', holder: "Anna's desk" });
});

test('[TEAM-152] a member knows the new holder as soon as it has read the take', async () => {
  const { clock, log, state } = follower({ last: 1, lastAt: 0 });
  await clock.advance(0);
  expect(state.leaseHolder).toBe("Anna's desk");
  log.lease = leaseOf('ben', "Ben's desk");
  const take = takeAppend(EMPTY_TEAM_STATE, { member: 'ben', run: 'run-of-ben' }, A_TAKE);
  const { state: team, changes } = folded([appendedEntry(1, take)]);
  state.apply(team, changes);
  await clock.advance(0);
  expect(state.leaseHolder).toBe("Ben's desk");
});
