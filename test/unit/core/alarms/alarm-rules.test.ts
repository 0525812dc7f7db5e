import { expect, test } from 'vitest';
import { DEFAULT_ALARM_SETTINGS, DEFAULT_NOTIFY_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import { parseFilter, printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { alarmRules } from '../../../../src-main/core/alarms/alarm-rules.ts';
import { aView } from '../../../doubles/saved-views.ts';

test('lists the standard rules and the views with a bell, on or off, each with the filter that its query denotes', () => {
  const off = { ...DEFAULT_NOTIFY_SETTINGS, on: false };
  const views = [
    { ...aView('a', 'country:NO code:70', { name: 'Norway' }), notify: off },
    { ...aView('b', 'outcome:failed'), notify: null },
  ];
  const rules = alarmRules(DEFAULT_ALARM_SETTINGS, views);
  expect(rules.map(({ id, standard, name, query, notify }) => [id, standard, name, query, notify.on])).toEqual([
    ['failures', 'failures', '', 'outcome:failed', true],
    ['partial', 'partial', '', 'outcome:partial', true],
    ['unknown', 'unknown', '', 'outcome:unknown', true],
    ['a', null, 'Norway', 'country:NO code:70', false],
  ]);
  for (const { query, filter } of rules)
    expect([printFilter(filter), parseFilter(query).kind]).toEqual([query, 'filter']);
});
