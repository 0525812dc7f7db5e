import { expect, it } from 'vitest';
import { SharedViews } from '../../../../src-main/core/views/shared-views.ts';
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { FILTER_LIMITS } from '../../../../src-shared/domain/filter/filter.ts';
import { MAX_SAVED_VIEWS } from '../../../../src-shared/domain/saved-view-limits.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { aView } from '../../../doubles/saved-views.ts';

function sharedViews() {
  const stored: StoredActionEntry[] = [];
  let ids = 0;
  const views = new SharedViews({
    reader: { actions: async (after, limit) => stored.slice(after, after + limit) },
    record: async (actions) => {
      for (const action of actions) stored.push({ ...action, number: stored.length + 1, afterSeq: 0 });
    },
    clock: new FakeClock(),
    newId: () => `action-${(ids += 1)}`,
    member: { member: 'anna', name: "Anna's desk" },
    names: () => ({}),
    ends: new AbortController().signal,
  });
  return { views, stored };
}

it('[TEAM-238] refuses the view over 200, and still changes one of them', async () => {
  const { views } = sharedViews();
  for (let index = 0; index < MAX_SAVED_VIEWS; index += 1) await views.share(aView(`v${index}`, 'outcome:failed'));
  const over = views.share(aView('one-more', ''));
  await expect(over).rejects.toMatchObject({ data: { code: 'TOO_MANY_VIEWS', facts: { limit: MAX_SAVED_VIEWS } } });
  await views.share(aView('v0', 'outcome:failed', { name: 'Changed' }));
  expect((await views.list()).filter(({ name }) => name === 'Changed')).toHaveLength(1);
  await views.unshare('v1', 'own');
  await views.share(aView('one-more', ''));
  expect(await views.list()).toHaveLength(MAX_SAVED_VIEWS);
});

it('[TEAM-238] refuses a filter that is longer than an entry of the log may be', async () => {
  const { views, stored } = sharedViews();
  const { terms, values, valueLength } = FILTER_LIMITS;
  const texts = Array.from({ length: values }, (_, index) => `${index}`.padEnd(valueLength, 'x'));
  const term = { kind: 'value', field: 'principal', values: texts, negated: false } as const;
  const largest = { ...aView('v1', ''), filter: { terms: Array.from({ length: terms }, () => term) } };
  await expect(views.share(largest)).rejects.toMatchObject({ data: { code: 'BAD_FILTER' } });
  expect(stored).toEqual([]);
});
