/** Formats an event as one line for mails and tickets. Identifiers and codes are complete, times are UTC. */
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { visibleText } from '../../text/visible-text.ts';
import { fullTimeText } from '../../time/time-text.ts';
import { summarize } from '../../../src-shared/words/events/summarize.ts';

export function rowText(event: EventSummary): string {
  const { eid, requestId, iccid, countryCode, errorCode } = event;
  const subject = [
    eid === null ? null : `EID ${eid}`,
    requestId === null ? null : `request ${requestId}`,
    eid === null && iccid !== null ? `ICCID ${iccid}` : null,
  ];
  const parts = [fullTimeText(event.receivedAt, 'utc'), summarize(event), ...subject, countryCode, errorCode];
  return parts.flatMap((part) => (part === null ? [] : [visibleText(part)])).join(' · ');
}
