/** Data of the list appears immediately, the rest when read. All text is untrusted and rendered as text. */
import { useRef } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { EventActions } from './EventActions.tsx';
import { EventFields } from './EventFields.tsx';
import { EventLinks } from './EventLinks.tsx';
import { EventState } from './EventState.tsx';
import { EventMeaning } from './EventMeaning.tsx';
import { OwnLinks } from '../../../components/links/OwnLinks.tsx';
import { eventLinkRow } from '../../../components/links/link-rows.ts';
import { useProfileName } from '../../../components/links/use-own-links.ts';
import { DetailPane } from '../../../components/detail/DetailPane.tsx';
import { type ListPosition, PaneHead } from '../../../components/detail/PaneHead.tsx';
import { ProviderText } from './ProviderText.tsx';
import { ReceivedText } from './ReceivedText.tsx';
import { UnknownFields } from './UnknownFields.tsx';
import { useEvent } from './use-event.ts';
import { useCloseDetail } from '../../../components/detail/use-close-detail.ts';
import { useJsonLayout } from '../../../components/detail/use-json-layout.ts';
import { useProviderSentences } from './use-provider-sentences.ts';
import { useMarkSeen } from './use-mark-seen.ts';

interface EventPaneProps {
  readonly seq: number;
  readonly row: EventSummary | null;
  readonly position: ListPosition | null;
  readonly step: (by: 1 | -1) => void;
}

export function EventPane({ seq, row, position, step }: EventPaneProps) {
  const { opened, retry } = useEvent(seq);
  const close = useCloseDetail();
  const profile = useProfileName();
  const scroller = useRef<HTMLElement>(null);
  const loaded = opened.kind === 'ready' ? opened.event : null;
  const sentences = useProviderSentences(loaded?.raw ?? '');
  const layout = useJsonLayout(loaded?.raw ?? '');
  useMarkSeen(seq, loaded?.seen ?? null);
  // While stepping, `row` may still be the previous event.
  const event = loaded ?? (row?.seq === seq ? row : null);
  return (
    <DetailPane
      label="Event in full"
      itemKey={seq}
      scroller={scroller}
      head={
        <PaneHead noun="Event" position={position} step={step}>
          <EventActions seq={seq} event={event} raw={loaded?.raw ?? null} sentences={sentences} />
        </PaneHead>
      }
    >
      {event !== null && (
        <>
          <EventMeaning event={event} />
          <ProviderText sentences={sentences} />
          <EventLinks event={event} raw={loaded?.raw ?? null} />
          <OwnLinks row={eventLinkRow(event, profile)} />
          <EventFields event={event} />
          {loaded !== null && layout !== 'working' && layout !== null && (
            <UnknownFields layout={layout} kind={loaded.kind} />
          )}
        </>
      )}
      {loaded === null ? (
        <EventState opened={opened} retry={retry} hasRow={event !== null} close={close} />
      ) : (
        <ReceivedText event={loaded} layout={layout} scroller={scroller} />
      )}
    </DetailPane>
  );
}
