import { afterEach, describe, expect, test } from 'vitest';
import { runProjection, type Projection } from '../../../../src-main/core/projections/run-projection.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import type {
  EventWriter,
  ProjectionCommit,
  StoredProjection,
  ProjectionRecord,
} from '../../../../src-main/core/ports/event-store.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const localizations: Filter = {
  terms: [{ kind: 'value', field: 'kind', values: ['LOCALIZATION'], negated: false }],
};

/** Collects the seqs of the events that it applies, and stores them. */
const adder = (version = 1): Projection<number[]> => ({
  name: 'adder',
  version,
  filter: localizations,
  restore: (records) => records.map(({ value }) => Number(value)),
  apply: (state, events) => ({
    state: [...state, ...events.map(({ seq }) => seq)],
    put: events.map(({ seq }) => ({ key: String(seq), value: String(seq) })),
    remove: [],
  }),
});

class FollowedStore extends MemoryReader implements Pick<EventWriter, 'loadProjection' | 'commitProjection'> {
  version = 0;
  cursor = 0;
  override records: ProjectionRecord[] = [];
  readonly commits: number[] = [];
  failCommits = 0;

  async loadProjection(_name: string, version: number): Promise<StoredProjection> {
    if (version !== this.version) [this.version, this.cursor, this.records] = [version, 0, []];
    return { cursor: this.cursor, records: this.records };
  }
  async commitProjection({ version, from, to, put }: ProjectionCommit): Promise<boolean> {
    if (this.failCommits > 0) {
      this.failCommits -= 1;
      throw new Error('the disk is full');
    }
    if (version !== this.version || from !== this.cursor) return false;
    this.cursor = to;
    this.records = [...this.records, ...put];
    this.commits.push(to);
    return true;
  }
}

let leave = new AbortController();
afterEach(() => leave.abort());

function setUp(store = new FollowedStore([], 1_000)) {
  leave = new AbortController();
  const clock = new FakeClock();
  const committed = new ChangeSignal();
  const log = new SilentLog();
  const write = (count: number, kind = 'LOCALIZATION') => {
    for (let added = 0; added < count; added += 1)
      store.rows.push(summaryOf((store.rows.at(-1)?.seq ?? 0) + 1, { kind }));
    committed.notify();
  };
  const run = (projection = adder()) => {
    const ends = new AbortController();
    leave.signal.addEventListener('abort', () => ends.abort());
    const states: number[][] = [];
    const ended = runProjection(
      { reader: store, writer: store, committed, clock, log, projection, onState: (state) => states.push(state) },
      ends.signal,
    );
    return { states, stop: () => (ends.abort(), ended) };
  };
  return { store, clock, log, write, run };
}

test('[FOLLOW-1] applies every event that its filter matches, in order, and publishes the state', async () => {
  const { clock, write, run } = setUp();
  write(3);
  write(2, 'HEARTBEAT');
  const { states } = run();
  await clock.advance(0);
  write(2);
  await clock.advance(1_000);
  expect(states.at(-1)).toEqual([1, 2, 3, 6, 7]);
});

test('[FOLLOW-1] applies no event twice after a restart, and misses none', async () => {
  const { store, clock, write, run } = setUp();
  write(3);
  const first = run();
  await clock.advance(0);
  await first.stop();
  write(2);
  const second = run();
  await clock.advance(0);
  expect({ restored: second.states[0], afterwards: second.states.at(-1), kept: store.records.length }).toEqual({
    restored: [1, 2, 3],
    afterwards: [1, 2, 3, 4, 5],
    kept: 5,
  });
});

test('[FOLLOW-1] rebuilds from the first event when its version changes', async () => {
  const { store, clock, write, run } = setUp();
  write(3);
  const first = run();
  await clock.advance(0);
  await first.stop();
  const { states } = run(adder(2));
  await clock.advance(0);
  expect({ states, kept: store.records.length }).toEqual({ states: [[], [1, 2, 3]], kept: 3 });
});

test('commits nothing for events that its filter does not match', async () => {
  const { store, clock, write, run } = setUp();
  run();
  for (let turn = 0; turn < 5; turn += 1) {
    write(10, 'HEARTBEAT');
    await clock.advance(1_000);
  }
  expect(store.commits).toEqual([]);
});

test('commits its cursor every ten minutes without a match, so that a restart reads few events', async () => {
  const { store, clock, write, run } = setUp();
  run();
  for (let minute = 0; minute < 25; minute += 1) {
    write(10, 'HEARTBEAT');
    await clock.advance(60_000);
  }
  expect(store.commits).toHaveLength(2);
  expect(store.cursor).toBeGreaterThanOrEqual(200);
  expect(store.records).toEqual([]);
});

test('applies a burst in a few large batches', async () => {
  const { store, clock, write, run } = setUp();
  run();
  await clock.advance(0);
  for (let event = 0; event < 1_000; event += 1) {
    write(1);
    await clock.advance(2);
  }
  await clock.advance(2_000);
  expect({ cursor: store.cursor, few: store.commits.length <= 6 }).toEqual({ cursor: 1_000, few: true });
});

describe('a failed commit', () => {
  test('is retried from the old cursor and logged, and none of it counts', async () => {
    const { store, clock, log, write, run } = setUp();
    store.failCommits = 1;
    write(3);
    const { states } = run();
    await clock.advance(0);
    expect(states).toEqual([[]]);
    await clock.advance(5_000);
    expect(states.at(-1)).toEqual([1, 2, 3]);
    expect(log.lines.map(({ level }) => level)).toEqual(['error']);
  });

  test('continues from a cursor that another writer moved', async () => {
    const { store, clock, write, run } = setUp();
    const { states } = run();
    await clock.advance(0);
    [store.cursor, store.records] = [2, [{ key: 'other', value: '99' }]];
    write(3);
    await clock.advance(1_000);
    expect(states.at(-1)).toEqual([99, 3]);
  });
});

test('ends with its signal and leaves no timer', async () => {
  const { clock, run } = setUp();
  const { stop } = run();
  await clock.advance(0);
  await stop();
  expect(clock.sleeping).toBe(0);
});
