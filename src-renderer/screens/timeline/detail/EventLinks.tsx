/** From this event to those that belong to it: each is a filter of the timeline, so the address of it can be passed on. */
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { onlyValue } from '../../../../src-shared/domain/filter-edit.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { isPulse } from '../../../words/summarize.ts';
import styles from './EventPane.module.css';

/** "What happened around this": long enough to see a storm begin, short enough to read. */
const AROUND_MS = 5 * 60_000;

export function EventLinks({ event }: { event: EventSummary }) {
  const { seq, eid, requestId, errorCode, receivedAt } = event;
  const around: Filter = {
    terms: [
      { kind: 'since', time: { kind: 'at', at: receivedAt - AROUND_MS } },
      { kind: 'until', time: { kind: 'at', at: receivedAt + AROUND_MS } },
    ],
  };
  const links = [
    eid === null ? null : { name: 'This eUICC', filter: onlyValue('eid', eid) },
    requestId === null ? null : { name: 'This request', filter: onlyValue('request', requestId) },
    errorCode === null ? null : { name: 'Same code', filter: onlyValue('code', errorCode) },
    isPulse(event.kind) ? null : { name: 'Around this, ±5 min', filter: around },
  ].filter((link) => link !== null);
  if (links.length === 0) return null;
  return (
    <nav className={styles['links']} aria-label="Events that belong to it">
      {links.map(({ name, filter }) => (
        <a key={name} href={hrefOf('timeline', { filter, event: seq })}>
          {name}
        </a>
      ))}
    </nav>
  );
}
