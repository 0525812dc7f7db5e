import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import type { LinkRow } from '../../../src-shared/domain/links/expand-link.ts';
import type { LinkPlace } from '../../../src-shared/domain/links/link-fields.ts';
import { itemFields } from '../../../src-shared/service/subscription-item.ts';
import { hrefOf } from '../../address/use-address.ts';
import { useWatchQuery, type WatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores } from '../../stores/use-stores.ts';
import { caseLinkRow, eventLinkRow, groupLinkRow, requestLinkRow, subscriptionLinkRow } from './link-rows.ts';
import { useProfileName } from './use-own-links.ts';

/** `row`: null if none is stored. */
export function usePreviewRow(place: LinkPlace): WatchQuery<{ readonly row: LinkRow | null }> {
  const stores = useStores();
  const profile = useProfileName();
  const { backend, board, subscriptions } = stores;

  async function newestCase(watch: WatchId, kind: 'localization' | 'request') {
    const query = { watch, kind, cause: null, find: '', since: null, sort: 'newest', after: null, limit: 1 } as const;
    const open = await backend.cases.list.query({ ...query, of: 'open' });
    const [summary] =
      open.cases.length > 0 ? open.cases : (await backend.cases.list.query({ ...query, of: 'all' })).cases;
    return summary ?? null;
  }
  const readers: Readonly<Record<LinkPlace, (watch: WatchId) => Promise<LinkRow | null>>> = {
    async event(watch) {
      const query = { watch, filter: EVERYTHING, direction: 'older', cursor: null, limit: 1 } as const;
      const [newest] = (await backend.timeline.page.query(query)).rows;
      return newest === undefined ? null : eventLinkRow(newest, profile);
    },
    async case(watch) {
      const summary = await newestCase(watch, 'localization');
      return summary === null ? null : caseLinkRow(summary, profile);
    },
    async group() {
      const [first] = board.getState().board?.groups ?? [];
      return first === undefined ? null : groupLinkRow(first, profile);
    },
    async request(watch) {
      const summary = await newestCase(watch, 'request');
      if (summary === null) return null;
      const detail = await backend.cases.changeRequestDetail.query({ watch, key: summary.key });
      return requestLinkRow(summary, detail, profile);
    },
    async subscription(watch) {
      const search = subscriptions.getState().searches?.find(({ rows }) => rows > 0);
      if (search === undefined) return null;
      const item = await backend.subscriptions.item.query({ watch, id: search.id, ordinal: 1 });
      const href = hrefOf('subscriptions', { search: search.id, row: 1 });
      return subscriptionLinkRow(item, itemFields(item.raw), { href, profile });
    },
  };
  return useWatchQuery(place, async ({ watch }) => ({ row: await readers[place](watch) }));
}
