import { expect, it, vi } from 'vitest';
import { createLatestLoader, NOT_LOADED } from '../../src-renderer/stores/loading/latest-loader.ts';
import type { Loadable } from '../../src-renderer/stores/loading/watch-scoped.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { OTHER_WATCH, WATCH } from '../doubles/page-watch.ts';

/** Creates a loader whose answers the test provides; each request is made 1 s after the previous one. */
function readings() {
  const asked: { watch: WatchId; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  let seconds = 0;
  let reading: Loadable<string> = NOT_LOADED;
  const latest = createLatestLoader<string>(
    (watch) =>
      new Promise((answer, fail) => {
        asked.push({ watch, answer, fail });
      }),
    () => (seconds += 1),
    (told) => (reading = { ...reading, ...told }),
  );
  return { latest, asked, reading: () => reading, settle: () => new Promise((resolve) => void setImmediate(resolve)) };
}

it('[PAGE-20] an answer has the time of its request', async () => {
  const { latest, asked, reading } = readings();
  latest.open(WATCH);
  latest.refresh();
  asked[0]?.answer('first');
  await vi.waitFor(() => expect(reading()).toEqual({ value: 'first', asOf: 1, error: null }));
  latest.refresh();
  const error = new Error('The wire is lost.');
  asked[1]?.fail(error);
  await vi.waitFor(() => expect(reading()).toEqual({ value: 'first', asOf: 1, error }));
  latest.refresh();
  asked[2]?.answer('again');
  await vi.waitFor(() => expect(reading()).toEqual({ value: 'again', asOf: 3, error: null }));
});

it('[WATCH-1] a late answer or failure for a watch that is no longer shown is dropped', async () => {
  const { latest, asked, reading, settle } = readings();
  latest.open(WATCH);
  latest.refresh();
  latest.open(OTHER_WATCH);
  latest.refresh();
  asked[1]?.answer('of the other');
  asked[0]?.answer('of the one before');
  await settle();
  latest.refresh();
  latest.open(null);
  asked[2]?.fail(new Error('too late'));
  await settle();
  expect({ watches: asked.map(({ watch }) => watch), reading: reading() }).toEqual({
    watches: [WATCH, OTHER_WATCH, OTHER_WATCH],
    reading: { value: 'of the other', asOf: 2, error: null },
  });
});

it('only one request runs at a time, and any number of refreshes during it cause one more', async () => {
  const { latest, asked, reading, settle } = readings();
  latest.open(WATCH);
  for (let time = 0; time < 20; time += 1) latest.refresh();
  expect(asked).toHaveLength(1);
  asked[0]?.answer('old');
  await settle();
  asked[1]?.answer('new');
  await settle();
  expect({ times: asked.length, reading: reading() }).toEqual({
    times: 2,
    reading: { value: 'new', asOf: 2, error: null },
  });
});

it('nothing is requested while no watch is shown', () => {
  const { latest, asked } = readings();
  latest.refresh();
  expect(asked).toEqual([]);
});
