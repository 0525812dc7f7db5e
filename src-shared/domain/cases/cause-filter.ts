import { LOCALIZATION_KIND, REQUEST_KIND } from '../../service/event-vocabulary.ts';
import type { Filter, FilterTerm, ValueField } from '../filter/filter.ts';
import type { Cause } from './case-keys.ts';

/** Selects the failures with this cause, also of cases that have ended. @param since UTC epoch ms */
export function causeFilter({ kind, operation, type, code }: Cause, since: number): Filter {
  const isLocalization = kind === 'localization';
  const term = (field: ValueField, values: readonly string[]): FilterTerm[] =>
    values.length === 0 ? [] : [{ kind: 'value', field, values: [...values], negated: false }];
  return {
    terms: [
      ...term('kind', [isLocalization ? LOCALIZATION_KIND : REQUEST_KIND]),
      ...term('outcome', isLocalization ? ['failed'] : ['failed', 'partial']),
      ...term('operation', operation === null ? [] : [operation]),
      ...term('type', type === null ? [] : [type]),
      ...term('code', code === null ? [] : [code]),
      { kind: 'since', time: { kind: 'at', at: since } },
    ],
  };
}
