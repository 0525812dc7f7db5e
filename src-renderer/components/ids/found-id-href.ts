import type { FoundId } from '../../../src-shared/api/ids/found-ids.ts';
import { onlyValue } from '../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { hrefOf } from '../../address/use-address.ts';

export function foundIdHref({ field, value }: Pick<FoundId, 'field' | 'value'>): string {
  const asText: Filter = { terms: [{ kind: 'text', values: [value], negated: false }] };
  return hrefOf('timeline', { filter: field === 'text' ? asText : onlyValue(field, value) });
}
