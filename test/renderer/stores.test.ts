import { describe, expect, it, vi } from 'vitest';
import { NOT_LOADED } from '../../src-renderer/stores/loading/latest-loader.ts';
import { createStores } from '../../src-renderer/stores/stores.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { OTHER_WATCH, START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';

const HOUR = 3_600_000;

async function watching(backend = new PageBackend()) {
  backend.storeQuietly(3, { kind: 'LOCALIZATION' });
  const clock = new FakePageClock();
  const stores = createStores(backend, clock, { getItem: () => null, setItem: () => undefined });
  stores.timeline.setFilter(EVERYTHING);
  backend.emit(watchSnapshot());
  await settled(stores);
  return { backend, clock, stores };
}
type Stores = Awaited<ReturnType<typeof watching>>['stores'];

/** Waits until no request is pending. */
const settled = ({ timeline, coverage }: Stores) =>
  vi.waitFor(() => {
    expect(timeline.getState().request).toBeNull();
    expect(coverage.getState()).not.toEqual(NOT_LOADED);
  });
const readings = (backend: PageBackend) => backend.calls.inputsOf('coverage.span').length;

describe('the current watch', () => {
  const shown = (stores: Stores) => stores.watch.getState().shown?.watch ?? null;

  it('[WATCH-1] is the newest opened one, then the same for as long as it is open', async () => {
    const backend = new PageBackend();
    const stores = createStores(backend, new FakePageClock(), { getItem: () => null, setItem: () => undefined });
    const [one, other] = [watchSnapshot(), watchSnapshot({ watch: OTHER_WATCH })];
    const seen = [[], [one], [one, other], [other], [one, other], [one], []].map((watches) => {
      backend.emit(...watches);
      return shown(stores);
    });
    expect(seen).toEqual([null, WATCH, WATCH, OTHER_WATCH, OTHER_WATCH, WATCH, null]);
  });

  it('[WATCH-1] changes when the same profile is opened again, even if nothing else differs', async () => {
    const { backend, stores } = await watching();
    backend.storeQuietly(3, { kind: 'LOCALIZATION' }, OTHER_WATCH);
    // The feed ends before the snapshot arrives; requests in between are refused.
    backend.closeWatch(WATCH);
    await vi.waitFor(() => expect(stores.timeline.getState().phase.kind).toBe('failed'));
    backend.emit(watchSnapshot({ watch: OTHER_WATCH }));
    await settled(stores);
    expect({
      source: stores.timeline.getState().query?.watch,
      phase: stores.timeline.getState().phase,
      rows: stores.timeline.getState().window.lines.length,
      coverageOf: backend.calls.inputsOf('coverage.span').at(-1)?.watch,
    }).toEqual({ source: OTHER_WATCH, phase: { kind: 'ready' }, rows: 3, coverageOf: OTHER_WATCH });
  });

  it('is not read again after a reconnection, however few events it holds', async () => {
    const { backend, stores } = await watching();
    backend.dropBefore(3);
    backend.emitWire('lost');
    backend.emit(watchSnapshot({ extent: { oldestSeq: 3, newestSeq: 3, storedEvents: 1 } }));
    expect({
      pages: backend.calls.inputsOf('timeline.page').length,
      rows: stores.timeline.getState().window.lines.length,
    }).toEqual({
      pages: 1,
      rows: 3,
    });
  });

  it('[WATCH-1] is the one that the user chose, as long as that is open', async () => {
    const { backend, stores } = await watching();
    backend.storeQuietly(2, { kind: 'LOCALIZATION' }, OTHER_WATCH);
    const both = [watchSnapshot(), watchSnapshot({ watch: OTHER_WATCH })];
    backend.emit(...both);
    stores.watch.show(OTHER_WATCH);
    backend.emit(...both);
    const chosen = shown(stores);
    await settled(stores);
    expect({ chosen, rows: stores.timeline.getState().window.lines.length }).toEqual({ chosen: OTHER_WATCH, rows: 2 });
    backend.emit(watchSnapshot());
    stores.watch.show(OTHER_WATCH);
    expect(shown(stores)).toBe(WATCH);
  });

  it('clears everything when it is closed', async () => {
    const { backend, stores } = await watching();
    backend.emit();
    expect({
      phase: stores.timeline.getState().phase.kind,
      coverage: stores.coverage.getState(),
      feeds: backend.calls.openFeeds(),
    }).toEqual({ phase: 'closed', coverage: NOT_LOADED, feeds: 3 });
  });
});

describe('a lost connection', () => {
  it('[PAGE-20] is lost since the last message, by the clock of the backend, until the first snapshot of a new connection', async () => {
    const { backend, clock, stores } = await watching();
    const wire = () => stores.watch.getState().wire;
    clock.advance(3_000);
    backend.lastReceived = clock.read();
    clock.advance(5_000);
    backend.emitWire('lost');
    backend.emitWire('open');
    const lost = { wire: wire(), signal: stores.signal.getState() };
    backend.emit(watchSnapshot());
    expect({ lost, now: wire() }).toEqual({
      lost: { wire: { kind: 'lost', since: START + 3_000 }, signal: { kind: 'wire-lost', since: START + 3_000 } },
      now: { kind: 'open' },
    });
  });

  it.each([
    ['after earlier snapshots', true],
    ['without any earlier snapshot', false],
  ])('[PAGE-20] is noticed if no snapshot arrives although the socket answers, %s', (_, first) => {
    const [backend, clock] = [new PageBackend(), new FakePageClock()];
    const stores = createStores(backend, clock, { getItem: () => null, setItem: () => undefined });
    backend.emitWire('open');
    if (first) backend.emit(watchSnapshot());
    for (let second = 0; second < 8; second += 1) clock.advance(1_000);
    backend.lastReceived = clock.read();
    const believed = stores.watch.getState().wire.kind;
    clock.advance(1_000);
    const { wire } = stores.watch.getState();
    const asked = backend.calls.openFeeds('watches.feed');
    backend.emit(watchSnapshot());
    expect({ believed, wire, asked, after: stores.watch.getState().wire.kind }).toEqual({
      believed: 'open',
      // Has the age of the displayed snapshot, not of the last sign of life of the socket.
      wire: { kind: 'lost', since: first ? START : START + 8_000 },
      asked: 1,
      after: 'open',
    });
    stores.stop();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the signal', () => {
  it('emits only changes of its state, not seconds', async () => {
    const { backend, clock, stores } = await watching();
    const told: string[] = [];
    stores.signal.subscribe((signal) => told.push(signal.kind));
    for (let second = 0; second < 30; second += 1) {
      clock.advance(1_000);
      backend.emit(watchSnapshot());
    }
    expect(told).toEqual([]);
    backend.advanceAndRepeat(clock, 80_000);
    expect(told).toEqual(['watching', 'blind']);
  });
});

describe('coverage', () => {
  it('is read once for each revision, for the last 24 hours by the clock of the backend', async () => {
    const { backend } = await watching();
    backend.emit(watchSnapshot({ coverageRevision: 1 }));
    backend.emit(watchSnapshot({ coverageRevision: 1 }));
    await vi.waitFor(() => expect(readings(backend)).toBe(2));
    expect(backend.calls.inputsOf('coverage.span')[1]).toEqual({
      watch: WATCH,
      from: START - 24 * HOUR,
      to: START + 60_000,
    });
  });

  it('is not read when the stream changes or time passes, because such a change is not stored yet', async () => {
    const { backend, clock } = await watching();
    backend.emit(
      watchSnapshot({ stream: { kind: 'blind', since: START, cause: null, attempt: 1, nextAttemptAt: null } }),
    );
    for (let minute = 0; minute < 60; minute += 1) clock.advance(60_000);
    expect(readings(backend)).toBe(1);
  });

  it('is read again after a reconnection', async () => {
    const { backend } = await watching();
    backend.emitWire('lost');
    backend.emit(watchSnapshot());
    expect(readings(backend)).toBe(2);
  });
});
