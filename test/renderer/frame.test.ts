import { describe, expect, it, onTestFinished } from 'vitest';
import { tabState } from '../../src-renderer/frame/signal/tab-state.ts';
import { createStores } from '../../src-renderer/stores/stores.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { OTHER_WATCH, START, watchSnapshot } from '../doubles/page-watch.ts';
import { cause } from '../doubles/stream-cause.ts';

const lost = { since: START - 120_000, cause, attempt: 3, nextAttemptAt: START + 4_000 };
const full = { code: 'STORE_UNWRITABLE', facts: { path: '/data/events.db', problem: 'full' } } as const;
const blind: Partial<WatchSnapshot> = { stream: { kind: 'blind', ...lost } };
const seatTaken: Partial<WatchSnapshot> = { stream: { kind: 'seat-taken', ...lost } };
const signInNeeded: Partial<WatchSnapshot> = {
  stream: { kind: 'sign-in-needed', since: START - 120_000, cause, nextAttemptAt: null },
};
const failing: Partial<WatchSnapshot> = { storage: { kind: 'failing', since: START, error: full, waiting: 3 } };

/** Creates a backend that reports these watches and returns its tab state; the last watch is shown. */
function tabOver(...watches: WatchSnapshot[]) {
  const [backend, clock] = [new PageBackend(), new FakePageClock()];
  backend.stores.set(OTHER_WATCH, []);
  const stores = createStores(backend, clock, { getItem: () => null, setItem: () => undefined });
  onTestFinished(() => stores.stop());
  backend.emitWire('open');
  backend.emit(...watches);
  const tab = () => {
    const { words, hue } = tabState(stores.watch.getState(), clock.read());
    return `${hue === '--succeeded' ? 'green ' : ''}${words}`;
  };
  return { backend, tab };
}

describe('[PAGE-65] the tab', () => {
  it.each<[part: Partial<WatchSnapshot>, tab: string]>([
    [{}, 'green ● Watching'],
    [
      { stream: { kind: 'watching', since: START, lastEventAt: START - 52_000, lastHeartbeatAt: START - 52_000 } },
      '◌ Watching, heartbeat late',
    ],
    [
      { stream: { kind: 'watching', since: START, lastEventAt: START, lastHeartbeatAt: START, heldBackMs: 39_000 } },
      '◌ Watching, events late',
    ],
    [{ stream: { kind: 'reconnecting', ...lost, since: START - 3_000, lostAt: START - 3_000 } }, '◔ Reconnecting'],
    [{ stream: { kind: 'reconnecting', ...lost, since: START - 30_000, lostAt: START - 3_000 } }, '◔ Reconnecting'],
    [blind, '▨ Blind'],
    [seatTaken, '◆ Stream in use'],
    [signInNeeded, '▲ Sign-in needed'],
    [{ stream: { kind: 'stopped', since: START - 120_000 } }, '■ Stopped'],
    [failing, '▲ Not storing · Watching'],
    [{ storage: { kind: 'read-only', error: full } }, '■ Stopped'],
    [
      {
        store: {
          incident: null,
          check: { kind: 'due' },
          backup: { kind: 'failed', at: START, reason: 'STORE_UNWRITABLE full', newest: null },
        },
      },
      'green ● Watching',
    ],
  ])('is green only while watching without a fault: %j is %s', (part, tab) => {
    expect(tabOver(watchSnapshot(part)).tab()).toBe(tab);
  });

  it.each<[shown: Partial<WatchSnapshot>, other: Partial<WatchSnapshot>, tab: string]>([
    [{}, {}, 'green ● Watching'],
    [{}, blind, '▨ Blind: Beta'],
    [{}, signInNeeded, '▲ Sign-in needed: Beta'],
    [blind, seatTaken, '▨ Blind'],
    [seatTaken, failing, '▲ Not storing · Watching: Beta'],
  ])('shows the worst state of all watches and the name of that watch: %j next to %j is %s', (shown, other, tab) => {
    const profile = { ...watchSnapshot().profile, name: 'Beta' };
    const watches = [watchSnapshot({ watch: OTHER_WATCH, profile, ...other }), watchSnapshot(shown)];
    expect(tabOver(...watches).tab()).toBe(tab);
  });

  it('shows a lost backend before every other state', () => {
    const { backend, tab } = tabOver(watchSnapshot({ watch: OTHER_WATCH, ...failing }), watchSnapshot(seatTaken));
    backend.emitWire('lost');
    expect(tab()).toBe("○ Not connected to Watchfloor's backend");
  });
});
