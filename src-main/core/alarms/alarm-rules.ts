/** Builds the alarm rules of one profile: the standard rules, then saved views with `notify`, in their order. */
import type { AlarmRule } from '../../../src-shared/api/alarms.ts';
import {
  type AlarmSettings,
  type NotifySettings,
  type RuleHours,
  standardRules,
  standardRuleTable,
} from '../../../src-shared/domain/cases/alarm.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { parseFilter, printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';

export interface CompiledRule extends Omit<AlarmRule, 'lastAt' | 'today' | 'isUnreadable'> {
  readonly filter: Filter;
}

export function alarmRules(
  { standard }: Pick<AlarmSettings, 'standard'>,
  views: readonly (Pick<SavedView, 'id' | 'name' | 'filter'> & { readonly notify: NotifySettings | null })[],
): readonly CompiledRule[] {
  const made = views.flatMap(({ id, name, filter, notify }) =>
    notify === null ? [] : [{ id, standard: null, name, query: printFilter(filter), filter, notify }],
  );
  const usual = standardRules.map((id) => {
    const { query } = standardRuleTable[id];
    return { id, standard: id, name: '', query, filter: filterOf(query), notify: standard[id] };
  });
  return [...usual, ...made];
}

/** Only rules that do not go by quiet hours. */
export function ruleHours(rules: readonly CompiledRule[]): ReadonlyMap<string, RuleHours> {
  return new Map(rules.flatMap(({ id, notify: { when } }) => (when === undefined ? [] : [[id, when] as const])));
}

function filterOf(query: string): Filter {
  const parsed = parseFilter(query);
  if (parsed.kind === 'mistake') throw new Error(`A standard rule has a mistake: ${query}`);
  return parsed.filter;
}
