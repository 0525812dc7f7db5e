/** All text of a subscription is untrusted and rendered as text. */
import { useMemo, useRef } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { identifiersOfItem, itemFields } from '../../../../src-shared/service/subscription-item.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { eventsText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { FailedState } from '../../../components/EmptyState.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useCounts } from '../../../stores/queries/use-counts.ts';
import { STEPPING_PAUSE_MS } from '../../../stores/queries/use-debounced.ts';
import { OwnLinks } from '../../../components/links/OwnLinks.tsx';
import { subscriptionLinkRow } from '../../../components/links/link-rows.ts';
import { useProfileName } from '../../../components/links/use-own-links.ts';
import { DetailPane } from '../../../components/detail/DetailPane.tsx';
import { PaneHead } from '../../../components/detail/PaneHead.tsx';
import { RawText } from '../../../components/detail/RawText.tsx';
import { useJsonLayout } from '../../../components/detail/use-json-layout.ts';
import { namingFilter } from '../results/failures-filter.ts';
import { revisionOf } from '../results/shown-search.ts';
import type { ResultRows } from '../results/use-rows.ts';
import { FailuresCard } from './FailuresCard.tsx';
import { SubscriptionActions } from './SubscriptionActions.tsx';
import { SubscriptionFields } from './SubscriptionFields.tsx';
import pane from '../../../components/detail/DetailPane.module.css';
import styles from './SubscriptionPane.module.css';
import { useItem } from './use-item.ts';
import { useRowPosition } from './use-row-position.ts';

interface SubscriptionPaneProps {
  readonly search: SearchSummary;
  readonly ordinal: number;
  readonly rows: ResultRows;
}

export function SubscriptionPane({ search, ordinal, rows }: SubscriptionPaneProps) {
  const { value: item, error, retry } = useItem(search.id, ordinal, revisionOf(search));
  const { position, step } = useRowPosition(rows, ordinal);
  const scroller = useRef<HTMLElement>(null);
  const profile = useProfileName();
  const raw = item?.raw ?? '';
  const fields = useMemo(() => (raw === '' ? [] : itemFields(raw)), [raw]);
  const identifiers = useMemo(() => identifiersOfItem(fields), [fields]);
  const layout = useJsonLayout(raw);
  const named = (name: string) => fields.find((field) => field.name === name)?.value ?? null;
  const changed = named('lastModifiedAt');
  const changedAt = changed === null ? null : utcTime(changed);
  const details = [named('subscriptionType'), named('domainId')].filter((part) => part !== null);
  return (
    <DetailPane
      label="Subscription in full"
      itemKey={ordinal}
      scroller={scroller}
      head={
        <PaneHead noun="Subscription" position={position} step={step}>
          <SubscriptionActions search={search} ordinal={ordinal} item={item} fields={fields} />
        </PaneHead>
      }
    >
      {item === null && error === null && <output className="quiet after-a-moment">Reading the subscription …</output>}
      {error !== null && <FailedState title="This subscription could not be read." error={error} retry={retry} />}
      {item !== null && error === null && (
        <>
          <header>
            <h2 className={styles['title']}>
              {item.id === null ? 'Subscription without an id' : <Untrusted text={item.id} />}
            </h2>
            <p className={pane['about']}>
              {details.length > 0 && <Untrusted text={details.join(' · ')} />}
              {changedAt !== null && (
                <>
                  {details.length > 0 && ' · '}changed <Time at={changedAt} date="always" zoned />
                </>
              )}
            </p>
          </header>
          <FailuresCard identifiers={identifiers} />
          <Links identifiers={identifiers} />
          <OwnLinks
            row={subscriptionLinkRow(item, fields, {
              href: hrefOf('subscriptions', { search: search.id, row: ordinal }),
              profile,
            })}
          />
          <SubscriptionFields item={item} fields={fields} />
          <RawText raw={item.raw} layout={layout} rawLength={item.raw.length} isDamaged={false} scroller={scroller} />
        </>
      )}
    </DetailPane>
  );
}

function Links({ identifiers }: { identifiers: readonly string[] }) {
  const filters = useMemo(() => (identifiers.length === 0 ? [] : [namingFilter(identifiers)]), [identifiers]);
  const [count = null] = useCounts(filters, { debounceMs: STEPPING_PAUSE_MS });
  const [filter] = filters;
  if (filter === undefined) return null;
  return (
    <nav className={pane['links']} aria-label="Events that name it">
      <a href={hrefOf('timeline', { filter })}>
        Events of this subscription{count !== null && `: ${count === 0 ? 'none stored' : eventsText(count)}`}
      </a>
    </nav>
  );
}
