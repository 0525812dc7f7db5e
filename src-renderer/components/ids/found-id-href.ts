import type { FoundId } from '../../../src-shared/api/ids/found-ids.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { hrefOf } from '../../address/use-address.ts';

export function foundIdHref({ field, value }: Pick<FoundId, 'field' | 'value'>): string {
  const asText: Filter = { terms: [{ kind: 'text', values: [value], negated: false }] };
  return field === 'text' ? hrefOf('timeline', { filter: asText }) : hrefOf('subject', { id: value });
}
