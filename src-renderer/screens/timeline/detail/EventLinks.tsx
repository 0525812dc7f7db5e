/** The way from this event to those that belong to it, each with how many they are. */
import { useMemo } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { eventsText, numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { eventLinks } from './event-links.ts';
import styles from './EventPane.module.css';
import { useLinkCounts } from './use-link-counts.ts';

export function EventLinks({ event }: { event: EventSummary }) {
  const links = useMemo(() => eventLinks(event), [event]);
  const counts = useLinkCounts(links.map(({ filter }) => filter));
  if (links.length === 0) return null;
  return (
    <nav className={styles['links']} aria-label="Events that belong to it">
      {links.map(({ name, filter }, index) => {
        const count = counts.get(printFilter(filter));
        return (
          <a key={name} href={hrefOf('timeline', { filter, event: event.seq })}>
            {name}
            {count !== undefined && `: ${index === 0 ? eventsText(count) : numberText(count)}`}
          </a>
        );
      })}
    </nav>
  );
}
