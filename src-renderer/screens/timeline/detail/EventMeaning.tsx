/** States what an event means: one sentence, its subject and time, and what is true now. */
import { Fragment, type ReactNode } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { ShortId } from '../../../components/ShortId.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { countryLabel } from '../../../../src-shared/words/country-words.ts';
import { isSessionEvent, summarize } from '../../../../src-shared/words/events/summarize.ts';
import { Consequences } from './Consequences.tsx';
import pane from '../../../components/detail/DetailPane.module.css';

export function EventMeaning({ event }: { event: EventSummary }) {
  const hasOutcome = event.outcome !== null && !isSessionEvent(event);
  return (
    <>
      <div>
        <h2 className="strong gap-2 baseline head-size balanced tight-lines">
          {hasOutcome && event.outcome !== null && <OutcomeMark outcome={event.outcome} />}
          {summarize(event)}
        </h2>
        <p className={pane['about']}>
          {introParts(event).map((part, index) => (
            <Fragment key={index}>
              {index > 0 && ' · '}
              {part}
            </Fragment>
          ))}
        </p>
      </div>
      <Consequences event={event} />
    </>
  );
}

function introParts(event: EventSummary): ReactNode[] {
  const country = countryLabel(event.countryCode);
  return [
    subjectParts(event),
    country,
    <Time key="time" at={event.receivedAt} date="always" precision="millis" zoned />,
  ].filter((part) => part !== null);
}

function subjectParts({ eid, requestId, iccid, kind, outcome }: EventSummary): ReactNode {
  if (eid !== null) return <ShortId key="about" name="EID" value={eid} />;
  if (requestId !== null) return <ShortId key="about" name="Request" value={requestId} />;
  if (iccid !== null) return <ShortId key="about" name="ICCID" value={iccid} />;
  return isSessionEvent({ kind, outcome }) ? null : <Untrusted key="about" text={kind} />;
}
