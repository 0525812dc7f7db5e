/** Links to the events that belong to this one, with their counts, and to its subscription. */
import { useMemo } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { eventsText, numberText } from '../../../../src-shared/words/store-words.ts';
import { goTo, hrefOf } from '../../../address/use-address.ts';
import { useCommand } from '../../../commands/use-commands.ts';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useHiddenScreen } from '../../../rules/use-page-rules.ts';
import { useCounts } from '../../../stores/queries/use-counts.ts';
import { STEPPING_PAUSE_MS } from '../../../stores/queries/use-debounced.ts';
import { eventCase, eventLinks } from './event-links.ts';
import pane from '../../../components/detail/DetailPane.module.css';
import { InventoryLink } from './InventoryLink.tsx';

export function EventLinks({ event, raw }: { event: EventSummary; raw: string | null }) {
  const links = useMemo(() => eventLinks(event), [event]);
  const counts = useCounts(
    links.map(({ filter }) => filter),
    { debounceMs: STEPPING_PAUSE_MS },
  );
  if (links.length === 0) return null;
  return (
    <nav className={pane['links']} aria-label="Related">
      <CaseLink event={event} />
      {links.map(({ name, filter }, index) => {
        const count = counts[index] ?? null;
        return (
          <a key={name} href={hrefOf('timeline', { filter, event: event.seq })}>
            {name}
            {count !== null && `: ${index === 0 ? eventsText(count) : numberText(count)}`}
          </a>
        );
      })}
      <InventoryLink event={event} raw={raw} />
    </nav>
  );
}

function CaseLink({ event }: { event: EventSummary }) {
  const caseKey = eventCase(event);
  const isHidden = useHiddenScreen(caseKey?.screen ?? 'localizations') !== null;
  const href = caseKey === null || isHidden ? null : hrefOf(caseKey.screen, { case: caseKey.key });
  useCommand(
    href === null
      ? null
      : { id: 'event.case', title: 'Open its case', group: 'Event', keys: ['O'], run: () => goTo(href) },
  );
  if (href === null) return null;
  return (
    <Tooltip label="Everything that happened to it" command="event.case">
      <a href={href}>{caseKey?.screen === 'requests' ? 'Its request' : 'Its case'}</a>
    </Tooltip>
  );
}
