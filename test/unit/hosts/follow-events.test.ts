/** Following a store that another process writes, over a reader in memory. */
import { expect, test } from 'vitest';
import type { EventReader } from '../../../src-main/core/ports/event-store.ts';
import { followEvents } from '../../../src-main/hosts/cli/follow-events.ts';
import { followPausedWords } from '../../../src-main/hosts/cli/unreadable-events.ts';
import { type AppError, appError } from '../../../src-shared/api/errors.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter.ts';
import { summaryOf } from '../../doubles/example-events.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';

/** What is stored in it may change between two looks, and it may be unreadable for a while. */
class ChangingStore implements Pick<EventReader, 'extent' | 'events'> {
  seqs: number[] = [];
  problem: AppError | null = null;
  /** Damaged only where this one is read. */
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
  const said: string[] = [];
  const ended = (async () => {
    const onUnreadable = (error: AppError) => said.push(error.code);
    const events = followEvents(store, { filter: EVERYTHING, after, onUnreadable }, clock, over.signal);
    for await (const { seq } of events) printed.push(seq);
  })();
  return {
    printed,
    said,
    ended,
    firstLook: () => clock.advance(0),
    /** No longer than a person takes for at once. */
    aMoment: () => clock.advance(250),
    async stop() {
      over.abort(new Error('enough'));
      await ended;
      return clock.sleeping;
    },
  };
}

test('[CLI-20] what is stored from now on comes within a moment, each event once and in order', async () => {
  const store = new ChangingStore();
  store.seqs = [1, 2, 3];
  const follow = following(store, 2);
  await follow.firstLook();
  expect(follow.printed).toEqual([3]);
  store.seqs.push(4, 7, 8, 9, 20);
  await follow.aMoment();
  expect(follow.printed).toEqual([3, 4, 7, 8, 9, 20]);
  expect([await follow.stop(), follow.said]).toEqual([0, []]);
});

test('[CLI-20] a store that cannot be read is waited for, and what came meanwhile is not lost', async () => {
  const store = new ChangingStore();
  store.seqs = [1, 2, 3];
  store.damaged = 2;
  const follow = following(store, 0);
  await follow.aMoment();
  expect([follow.printed, follow.said]).toEqual([[1], ['STORE_DAMAGED']]);
  store.problem = appError('NO_STORE', { place: '/data/events.db', problem: 'no-file' });
  await follow.aMoment();
  // Set aside, begun anew, and not mended yet: nothing is in it.
  Object.assign(store, { problem: null, damaged: null, seqs: [] });
  await follow.aMoment();
  store.seqs = [1, 2, 3, 4_096];
  await follow.aMoment();
  expect([follow.printed, follow.said]).toEqual([[1, 2, 3, 4_096], ['STORE_DAMAGED']]);
  await follow.stop();
});

test('[CLI-20] of a store that another one took the place of, that one is followed from its beginning', async () => {
  const store = new ChangingStore();
  store.seqs = [1, 2, 3];
  const follow = following(store, 3);
  await follow.aMoment();
  store.seqs = [1, 2];
  await follow.aMoment();
  expect(follow.printed).toEqual([1, 2]);
  await follow.stop();
});

test('what waiting does not mend ends it', async () => {
  const store = new ChangingStore();
  store.problem = appError('STORE_TOO_NEW', { path: '/data/events.db', schema: 9, known: 1 });
  await expect(following(store, 0).ended).rejects.toThrow(expect.objectContaining({ code: 'STORE_TOO_NEW' }));
});

test('whoever waits is told for what', () =>
  expect(followPausedWords(appError('NO_STORE', { place: '/data/events.db', problem: 'no-file' }))).toBe(
    'There is no store at /data/events.db. Collect into it first. Following goes on when it can be read.',
  ));
