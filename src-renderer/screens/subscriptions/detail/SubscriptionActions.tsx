import { Check, ChevronDown, Copy } from 'lucide-react';
import type { SearchSummary, SubscriptionItem } from '../../../../src-shared/api/searches.ts';
import { searchCurl } from '../../../../src-shared/service/search-curl.ts';
import type { ItemField } from '../../../../src-shared/service/subscription-item.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { OverflowMenu } from '../../../components/overlay/OverflowMenu.tsx';
import { copiedWords, useCopyText } from '../../../components/controls/use-copy.ts';
import { useProfiles, useWatch } from '../../../stores/use-stores.ts';
import headStyles from '../../../components/detail/PaneHead.module.css';
import { itemText } from './item-text.ts';

interface SubscriptionActionsProps {
  readonly search: SearchSummary;
  readonly ordinal: number;
  readonly item: SubscriptionItem | null;
  readonly fields: readonly ItemField[];
}

export function SubscriptionActions({ search, ordinal, item, fields }: SubscriptionActionsProps) {
  const { copied, copy } = useCopyText();
  const profile = useWatch(({ shown }) => shown?.profile.id);
  const baseUrl = useProfiles(({ entries }) => entries?.find(({ id }) => id === profile)?.profile?.baseUrl ?? null);
  const notRead = item === null ? 'The subscription is not loaded yet' : null;
  const copies = [
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
      text: () => new URL(hrefOf('subscriptions', { search: search.id, row: ordinal }), window.location.href).href,
      unavailable: null,
    },
  ];
  useCommands(
    copies.map(({ id, title, text, unavailable }) => ({
      id,
      title,
      group: 'Event' as const,
      unavailable,
      run: () => copy(text()),
    })),
  );
  const Icon = copied === 'done' ? Check : Copy;
  return (
    <OverflowMenu
      buttonClass={`${headStyles['button']} pad-x-2`}
      actions={copies.map(({ id, name, text, unavailable }) => ({ id, name, unavailable, run: () => copy(text()) }))}
    >
      <Icon size={14} aria-hidden="true" />
      <span>{copiedWords(copied, 'Copy as')}</span>
      <ChevronDown size={12} aria-hidden="true" />
    </OverflowMenu>
  );
}
