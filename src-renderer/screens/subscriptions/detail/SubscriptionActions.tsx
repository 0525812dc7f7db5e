import type { SearchSummary, SubscriptionItem } from '../../../../src-shared/api/searches.ts';
import { searchCurl } from '../../../../src-shared/service/search-curl.ts';
import type { ItemField } from '../../../../src-shared/service/subscription-item.ts';
import { absoluteHref, hrefOf } from '../../../address/use-address.ts';
import { CopyMenu } from '../../../components/detail/CopyMenu.tsx';
import { useShownEntry } from '../../../stores/use-stores.ts';
import { itemText } from './item-text.ts';

interface SubscriptionActionsProps {
  readonly search: SearchSummary;
  readonly ordinal: number;
  readonly item: SubscriptionItem | null;
  readonly fields: readonly ItemField[];
}

export function SubscriptionActions({ search, ordinal, item, fields }: SubscriptionActionsProps) {
  const baseUrl = useShownEntry()?.profile?.baseUrl ?? null;
  const notRead = item === null ? 'The subscription is not loaded yet' : null;
  const forms = [
    {
      id: 'subscription.copy-text',
      name: 'Text',
      title: 'Copy the subscription as text',
      text: () => (item === null ? '' : itemText(item.id, fields, item.receivedAt)),
      unavailable: notRead,
    },
    {
      id: 'subscription.copy-json',
      name: 'JSON, as received',
      title: 'Copy the received text of the subscription',
      text: () => item?.raw ?? '',
      unavailable: notRead,
    },
    {
      id: 'subscription.copy-curl',
      name: 'Its search as curl',
      title: 'Copy the search as curl, the token as $TOKEN',
      text: () => (baseUrl === null ? '' : searchCurl({ baseUrl, body: search.body })),
      unavailable: baseUrl === null ? 'The address of the service is unknown here' : null,
    },
    {
      id: 'subscription.copy-link',
      name: 'Link',
      title: 'Copy a link to the subscription',
      text: () => absoluteHref(hrefOf('subscriptions', { search: search.id, row: ordinal })),
      unavailable: null,
    },
  ];
  return <CopyMenu forms={forms} />;
}
