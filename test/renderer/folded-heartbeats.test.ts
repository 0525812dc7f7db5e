import { describe, expect, it, vi } from 'vitest';
import {
  separateHeartbeats,
  onlyFoldedHeartbeats,
  foldsHeartbeats,
  mayFoldHeartbeats,
  withoutFoldedHeartbeats,
} from '../../src-renderer/stores/timeline/folded-heartbeats.ts';
import { createTallyStore } from '../../src-renderer/stores/timeline/tally-store.ts';
import { exportTitle } from '../../src-renderer/words/export-words.ts';
import { printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { type Filter, FILTER_LIMITS } from '../../src-shared/domain/filter/filter.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { filterOf } from '../doubles/filters.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { watchSnapshot } from '../doubles/page-watch.ts';
import { TALLIES } from '../doubles/routed-client.ts';

const KINDS = [
  { value: 'HEARTBEAT', count: 90 },
  { value: 'LOCALIZATION', count: 10 },
];

describe('[PAGE-1] heartbeats that the list folds are not included in the counts next to it', () => {
  it.each([
    ['', '-kind:HEARTBEAT', true],
    ['outcome:failed', 'outcome:failed -kind:HEARTBEAT', true],
    ['-kind:CMP_EVENT', '-kind:CMP_EVENT -kind:HEARTBEAT', true],
    ['-kind:HEARTBEAT', '-kind:HEARTBEAT', true],
    ['kind:LOCALIZATION', 'kind:LOCALIZATION', true],
    ['kind:HEARTBEAT', 'kind:HEARTBEAT', false],
    ['kind:LOCALIZATION,HEARTBEAT', 'kind:LOCALIZATION,HEARTBEAT', false],
  ])('“%s” is counted as “%s”; folds: %s', (text, counted, folds) =>
    expect([printFilter(withoutFoldedHeartbeats(filterOf(text))), foldsHeartbeats(filterOf(text))]).toEqual([
      counted,
      folds,
    ]),
  );

  it('are included if the filter has no room for another term', () => {
    const full: Filter = {
      terms: Array.from({ length: FILTER_LIMITS.terms }, (_, at) => ({
        kind: 'text',
        values: [`word ${at}`],
        negated: true,
      })),
    };
    expect(withoutFoldedHeartbeats(full)).toBe(full);
    expect(mayFoldHeartbeats(full)).toBe(false);
    expect(withoutFoldedHeartbeats({ terms: full.terms.slice(1) }).terms).toHaveLength(FILTER_LIMITS.terms);
    expect(separateHeartbeats(full, { count: 100, fields: new Map([['kind', KINDS]]) }).heartbeats).toBe(0);
  });

  it.each([
    ['', 90, ['LOCALIZATION']],
    ['-kind:CMP_EVENT', 90, ['LOCALIZATION']],
    ['-kind:HEARTBEAT', 0, ['HEARTBEAT', 'LOCALIZATION']],
    ['kind:HEARTBEAT', 0, ['HEARTBEAT', 'LOCALIZATION']],
    ['kind:LOCALIZATION', 0, ['HEARTBEAT', 'LOCALIZATION']],
  ])('are counted apart: “%s” has %d of them, and the kinds are %j', (text, heartbeats, kinds) => {
    const apart = separateHeartbeats(filterOf(text), { count: 10, fields: new Map([['kind', KINDS]]) });
    expect([apart.count, apart.heartbeats, apart.fields.get('kind')?.map(({ value }) => value)]).toEqual([
      10,
      heartbeats,
      kinds,
    ]);
  });

  it('are listed one by one under the filter that shows only them', () => {
    const only = onlyFoldedHeartbeats(filterOf('-kind:CMP_EVENT'));
    expect([foldsHeartbeats(only), mayFoldHeartbeats(only)]).toEqual([false, false]);
  });

  it('are left out of the requested facets and bars', async () => {
    const backend = new PageBackend();
    backend.calls.answer('timeline.facets', () => ({
      count: 10,
      fields: [{ field: 'kind' as const, values: KINDS }],
      next: null,
    }));
    const clock = new FakePageClock();
    const tally = createTallyStore(backend, clock, () => clock.read().wall);
    tally.open(watchSnapshot());
    const asked = filterOf('outcome:failed');
    tally.show({ filter: asked, zone: 'utc', maxBars: 100 });
    await vi.waitFor(() => expect(tally.getState().bars.value).not.toBeNull());
    expect(new Set(backend.calls.inputsOf(...TALLIES).map((each) => printFilter(each.filter)))).toEqual(
      new Set(['outcome:failed -kind:HEARTBEAT']),
    );
    expect(tally.getState().counts.value).toMatchObject({ filter: asked, count: 10, heartbeats: 90 });
  });

  it.each([
    [{ count: null, isCounted: false, heartbeats: null }, 'Export events'],
    [{ count: 5_000, isCounted: false, heartbeats: 3 }, 'Export more than 5,000 events'],
    [{ count: 7_572, isCounted: true, heartbeats: null }, 'Export 7,572 events'],
    [{ count: 7_572, isCounted: true, heartbeats: 2_970 }, 'Export 7,572 events, 2,970 of them heartbeats'],
    [{ count: 2, isCounted: true, heartbeats: 1 }, 'Export 2 events, 1 of them a heartbeat'],
    [{ count: 3, isCounted: true, heartbeats: 3 }, 'Export 3 heartbeats'],
  ])('are part of an export: %j is titled “%s”', (facts, title) => expect(exportTitle(facts)).toBe(title));
});
