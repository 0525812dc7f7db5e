import { describe, expect, it } from 'vitest';
import { awaySummary } from '../../src-renderer/screens/watch/away-summary.ts';
import { dayEdges } from '../../src-renderer/stores/timeline/day-store.ts';
import { MIN_AWAY_MS, createAwayStore } from '../../src-renderer/stores/away-store.ts';
import { createPersonStore } from '../../src-renderer/stores/person-store.ts';
import type { CauseLine } from '../../src-shared/api/reports.ts';
import { INES, provisioningFailure } from '../doubles/board.ts';
import { memoryStorage } from '../doubles/memory-storage.ts';
import { START } from '../doubles/page-watch.ts';
import { aCauseLine, aShiftReport, NO_RESOURCES } from '../doubles/shift-report.ts';

const MINUTE = 60_000;

it('[PAGE-100] the last 24 hours are 96 quarter hours, the last of which contains the present', () => {
  const edges = dayEdges(START + 1);
  expect([edges.length, edges[0], edges.at(-1), dayEdges(START - 1).at(-1)]).toEqual([
    97,
    START + 15 * MINUTE - 86_400_000,
    START + 15 * MINUTE,
    START,
  ]);
});

describe('[PAGE-225] a user who was away', () => {
  function looker(kept = memoryStorage()) {
    const store = createAwayStore(kept);
    store.setProfile('acme');
    return store;
  }
  it('for 20 minutes gets a summary of that time until it is marked as read', () => {
    const store = looker();
    store.recordActivity(START);
    store.recordActivity(START + MIN_AWAY_MS - 1);
    expect(store.getState()).toEqual({ away: null, read: null });
    store.recordActivity(START + 2 * MIN_AWAY_MS);
    const away = { from: START + MIN_AWAY_MS - 1, to: START + 2 * MIN_AWAY_MS };
    expect(store.getState()).toEqual({ away, read: null });
    store.recordActivity(START + 2 * MIN_AWAY_MS + MINUTE);
    expect(store.getState().away).toEqual(away);
    store.markRead();
    expect(store.getState()).toEqual({ away: null, read: away });
  });
  it('gets it after a reload, in another tab, and next to a tab that is used', () => {
    const kept = memoryStorage();
    const first = looker(kept);
    first.recordActivity(START);
    first.recordActivity(START + MIN_AWAY_MS);
    const second = looker(kept);
    second.recordActivity(START + MIN_AWAY_MS + MINUTE);
    expect([second.getState(), looker(kept).getState()]).toEqual([first.getState(), first.getState()]);
    second.markRead();
    first.reload();
    expect(first.getState().away).toBeNull();
  });
  it('twice without reading gets all of it, from the first absence on', () => {
    const store = looker();
    store.recordActivity(START);
    store.recordActivity(START + MIN_AWAY_MS);
    store.recordActivity(START + 3 * MIN_AWAY_MS);
    expect(store.getState().away).toEqual({ from: START, to: START + 3 * MIN_AWAY_MS });
  });
  it('from one profile gets nothing of another', () => {
    const store = looker();
    store.recordActivity(START);
    store.recordActivity(START + MIN_AWAY_MS);
    store.setProfile('other');
    expect(store.getState()).toEqual({ away: null, read: null });
  });
  it.each(['', 'null', '[]', '{"acme":{"at":"x"}}', '{"acme":{"at":1,"away":{"from":5,"to":2}}}', '{"__proto__":1}'])(
    'gets nothing from the unreadable stored text %j',
    (text) => {
      const kept = memoryStorage();
      kept.setItem('watchfloor.looked', text);
      expect(looker(kept).getState()).toEqual({ away: null, read: null });
    },
  );
});

describe('[AUTHOR-1] a user', () => {
  it('is asked for a name when it is first needed, and keeps the same id from then on', async () => {
    const kept = memoryStorage();
    const store = createPersonStore(kept);
    const asked = store.author();
    expect(store.getState()).toEqual({ person: null, isPrompting: true });
    store.setName('  Ines Duarte ');
    const person = await asked;
    expect(person?.name).toBe('Ines Duarte');
    store.setName('Ines D.');
    expect([await store.author(), await createPersonStore(kept).author()]).toEqual([
      { id: person?.id, name: 'Ines D.' },
      { id: person?.id, name: 'Ines D.' },
    ]);
  });
  it('performs no action after declining to give a name', async () => {
    const store = createPersonStore(memoryStorage());
    const asked = store.author();
    store.decline();
    expect([await asked, store.getState()]).toEqual([null, { person: null, isPrompting: false }]);
  });
  it.each(['', ' ', 'x'.repeat(61)])('cannot have the name %j', (name) => {
    const store = createPersonStore(memoryStorage());
    store.setName(name);
    expect(store.getState().person).toBeNull();
  });
});

it('[PAGE-225] the summary of an absence has four counts and at most five lines, including the worst', () => {
  const line = (part: Partial<CauseLine>) => aCauseLine(provisioningFailure, part);
  const taken = {
    author: INES,
    what: { kind: 'take' as const },
    text: '',
    cases: 1,
    cause: provisioningFailure,
    key: null,
  };
  const report = aShiftReport(
    { watch: 'watch-1' as never, from: START - 8 * 60 * MINUTE, to: START, zone: 'UTC', by: '' },
    {
      localizations: [line({ opened: 23, endedWell: 8, open: 15 }), line({ before: 2, endedWell: 2 })],
      requests: [line({ before: 1, opened: 2, open: 3 })],
      coverage: {
        watchedMs: 0,
        blindMs: 252_000,
        reconnectMs: 0,
        unknownMs: 0,
        gaps: [{ from: START - MINUTE, to: START, lengthMs: 252_000, reason: 'seat-taken' }],
        reconnects: 0,
      },
      actions: Array.from({ length: 9 }, (_, place) => ({
        ...taken,
        at: START - (9 - place) * MINUTE,
        failedAgainAt: null,
      })),
      handOver: [
        {
          cause: provisioningFailure,
          consequence: 'unusable',
          open: 4,
          nobodys: 3,
          countries: [],
          ...NO_RESOURCES,
          owner: null,
          note: null,
          ticket: null,
          isMuted: false,
          shift: null,
        },
      ],
    },
  );
  const since = awaySummary(report, () => '');
  expect({ ...since, lines: since.lines.map(({ at, operatorName, words }) => [at, operatorName, words]) }).toEqual({
    span: { kind: 'fixed', from: START - 8 * 60 * MINUTE, to: START },
    counts: [
      { column: 'opened', localizations: 23, requests: 2 },
      { column: 'endedWell', localizations: 10, requests: 0 },
      { column: 'open', localizations: 15, requests: 3 },
    ],
    unassigned: 3,
    gaps: 1,
    blindMs: 252_000,
    reason: 'Stream used by another client',
    isComplete: true,
    lines: [
      [null, null, 'Provisioning failed 23 times: profile on the eUICC, unusable'],
      [null, null, 'Provisioning failed 2 times: profile on the eUICC, unusable'],
      [START - 2 * MINUTE, 'Ines Duarte', 'took it: provisioning failed'],
      [START - MINUTE, null, 'Stream used by another client, blind 4 m 12 s'],
      [START - MINUTE, 'Ines Duarte', 'took it: provisioning failed'],
    ],
  });
});
