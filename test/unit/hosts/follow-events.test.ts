import { expect, test } from 'vitest';
import type { EventReader } from '../../../src-main/core/ports/event-store.ts';
import { followEvents } from '../../../src-main/hosts/cli/events/follow-events.ts';
import { followPausedWords } from '../../../src-main/hosts/cli/events/unreadable-events.ts';
import { type AppError, appError } from '../../../src-shared/api/errors.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../../doubles/example-events.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';

/** A store whose events can change between two reads and that can be unreadable for a while. */
class ChangingStore implements Pick<EventReader, 'extent' | 'events'> {
  seqs: number[] = [];
  problem: AppError | null = null;
  /** Damaged seq: only reads that include it fail. */
  damaged: number | null = null;

  async extent() {
    if (this.problem !== null) throw this.problem;
    return { oldestSeq: this.seqs[0] ?? 0, newestSeq: this.seqs.at(-1) ?? 0, storedEvents: this.seqs.length };
  }

  async events({ from, to = Number.MAX_SAFE_INTEGER, limit }: Parameters<EventReader['events']>[0]) {
    const seqs = this.seqs.filter((seq) => seq > from && seq <= to).slice(0, Math.min(limit, 2));
    if (seqs.some((seq) => seq === this.damaged)) throw damage();
    const last = seqs.at(-1) ?? to;
    return { events: seqs.map((seq) => ({ ...summaryOf(seq), raw: '', whole: null })), next: last < to ? last : null };
  }
}

const damage = () => appError('STORE_DAMAGED', { path: '/data/events.db', movedTo: null });

function following(store: ChangingStore, after: number) {
  const clock = new FakeClock();
  const over = new AbortController();
  const printed: number[] = [];
  const notes: string[] = [];
  const ended = (async () => {
    const onUnreadable = (error: AppError) => notes.push(error.code);
    const events = followEvents(store, { filter: EVERYTHING, after, onUnreadable }, clock, over.signal);
    for await (const batch of events) printed.push(...batch.events.map(({ seq }) => seq));
  })();
  return {
    printed,
    notes,
    ended,
    firstLook: () => clock.advance(0),
    /** Longest delay that a user does not notice: 250 ms. */
    aMoment: () => clock.advance(250),
    async stop() {
      over.abort(new Error('enough'));
      await ended;
      return clock.sleeping;
    },
  };
}

test('[CLI-100] events that are stored from now on are printed within 250 ms, once each and in order', async () => {
  const store = new ChangingStore();
  store.seqs = [1, 2, 3];
  const follow = following(store, 2);
  await follow.firstLook();
  expect(follow.printed).toEqual([3]);
  store.seqs.push(4, 7, 8, 9, 20);
  await follow.aMoment();
  expect(follow.printed).toEqual([3, 4, 7, 8, 9, 20]);
  expect([await follow.stop(), follow.notes]).toEqual([0, []]);
});

test('[CLI-100] a store that cannot be read is waited for, and events that arrive meanwhile are not lost', async () => {
  const store = new ChangingStore();
  store.seqs = [1, 2, 3];
  store.damaged = 2;
  const follow = following(store, 0);
  await follow.aMoment();
  expect([follow.printed, follow.notes]).toEqual([[1], ['STORE_DAMAGED']]);
  store.problem = appError('NO_STORE', { place: '/data/events.db', problem: 'no-file' });
  await follow.aMoment();
  // The store was set aside and created again. It is empty until the repair.
  Object.assign(store, { problem: null, damaged: null, seqs: [] });
  await follow.aMoment();
  store.seqs = [1, 2, 3, 4_096];
  await follow.aMoment();
  expect([follow.printed, follow.notes]).toEqual([[1, 2, 3, 4_096], ['STORE_DAMAGED']]);
  await follow.stop();
});

test('[CLI-100] a store that replaces the followed one is followed from its beginning', async () => {
  const store = new ChangingStore();
  store.seqs = [1, 2, 3];
  const follow = following(store, 3);
  await follow.aMoment();
  store.seqs = [1, 2];
  await follow.aMoment();
  expect(follow.printed).toEqual([1, 2]);
  await follow.stop();
});

test('a failure that waiting cannot repair ends the following', async () => {
  const store = new ChangingStore();
  store.problem = appError('STORE_TOO_NEW', { path: '/data/events.db', schema: 9, known: 1 });
  await expect(following(store, 0).ended).rejects.toThrow(expect.objectContaining({ code: 'STORE_TOO_NEW' }));
});

test('a message says what the following waits for', () =>
  expect(followPausedWords(appError('NO_STORE', { place: '/data/events.db', problem: 'no-file' }))).toBe(
    'There is no store at /data/events.db. Run `watchfloor collect` first. Following continues when it can be read.',
  ));
