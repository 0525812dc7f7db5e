/** The resources of one request, as a list. Their rank is their place among those that are shown. */
import type { RequestResource, ResourcesQuery } from '../../../../src-shared/api/cases.ts';
import type { BackendClient } from '../../../backend/client.ts';
import type { ListSource } from '../../../lists/list.ts';
import { readRanks, type RowList, rowRules } from '../../../lists/row-window.ts';

export interface ResourceQuery extends Pick<ResourcesQuery, 'watch' | 'key' | 'failed' | 'cause'> {
  /** Event that has the resources; another one starts again. */
  readonly seq: number;
}

export function resourceSource({
  cases,
}: Pick<BackendClient, 'cases'>): ListSource<RowList<RequestResource, ResourceQuery>> {
  return {
    rules: rowRules({ keyOf: ({ place }) => String(place), queryKey: (query) => JSON.stringify(query) }),
    page: ({ seq: _seq, ...query }, request) =>
      readRanks(async (from, limit) => {
        const { resources: rows, total } = await cases.resources.query({ ...query, from, limit });
        return { rows, total };
      }, request),
  };
}
