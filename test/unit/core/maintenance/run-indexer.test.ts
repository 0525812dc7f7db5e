import { describe, expect, it, onTestFinished } from 'vitest';
import { runIndexer } from '../../../../src-main/core/maintenance/run-indexer.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

function indexing(batches: number) {
  const clock = new FakeClock();
  const log = new SilentLog();
  const committed = new ChangeSignal();
  const journal: string[] = [];
  const left = { batches, failures: 0, newestSeq: 10_000, isMending: false };
  const transitions = new ChangeSignal();
  const stopping = new AbortController();
  const running = runIndexer(
    {
      indexer: {
        async index() {
          journal.push('index');
          if (left.failures > 0) {
            left.failures -= 1;
            throw new Error('The disk is full.');
          }
          left.batches -= 1;
          return left.batches > 0;
        },
      },
      clock,
      log,
      committed,
      newestSeq: () => left.newestSeq,
      isRepairing: () => left.isMending,
      transitions,
    },
    stopping.signal,
  );
  onTestFinished(async () => {
    stopping.abort(new Error('the test is over'));
    await running;
    expect(clock.sleeping).toBe(0);
  });
  const store = async (events: number) => {
    left.newestSeq += events;
    committed.notify();
    await clock.advance(SECOND);
  };
  const turn = async (isRepairTurn: boolean) => {
    left.isMending = isRepairTurn;
    transitions.notify();
    await clock.advance(SECOND);
  };
  return { clock, log, journal, left, store, turn };
}

describe('[SEARCH-4] the search indexer', () => {
  it('indexes one batch after the other until none is left', async () => {
    const { clock, journal } = indexing(3);
    await clock.advance(20 * SECOND);
    expect(journal).toEqual(['index', 'index', 'index']);
  });

  it('starts again when enough events for a batch were stored, not for each event', async () => {
    const { clock, journal, store } = indexing(1);
    await clock.advance(20 * SECOND);
    await store(1_000);
    const before = journal.length;
    await store(24);
    await clock.advance(20 * SECOND);
    expect({ before, journal }).toEqual({ before: 1, journal: ['index', 'index'] });
  });

  it('starts immediately when a repair is done, whenever the repair began', async () => {
    const { clock, journal, turn } = indexing(1);
    await clock.advance(20 * SECOND);
    const counts: number[] = [];
    for (const isRepairTurn of [true, true, false, false]) {
      await turn(isRepairTurn);
      counts.push(journal.filter((entry) => entry === 'index').length);
    }
    expect(counts).toEqual([1, 1, 2, 2]);
  });

  it('starts after a minute for fewer events that fill a block, and not at all for less than a block', async () => {
    const { clock, journal, store } = indexing(1);
    await clock.advance(20 * SECOND);
    await store(63);
    await clock.advance(90 * SECOND);
    const before = journal.length;
    await store(1);
    await clock.advance(20 * SECOND);
    expect({ before, journal }).toEqual({ before: 1, journal: ['index', 'index'] });
  });

  it('starts every hour for restored and removed events', async () => {
    const { clock, journal } = indexing(1);
    await clock.advance(2.5 * HOUR);
    expect(journal.filter((entry) => entry === 'index').length).toBe(3);
  });

  it('retries after a failure, logs it once and continues', async () => {
    const { clock, journal, log, left } = indexing(1);
    left.failures = 2;
    await clock.advance(150 * SECOND);
    expect({ journal, said: log.lines.map(({ level }) => level) }).toEqual({
      journal: ['index', 'index', 'index'],
      said: ['warn'],
    });
  });
});
