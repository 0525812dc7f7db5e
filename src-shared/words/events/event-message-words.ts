import { eventClass } from '../../domain/event/event-class.ts';
import type { EventSummary } from '../../domain/event/event.ts';
import { consequenceWords } from '../case-words.ts';
import { countryLabel } from '../country-words.ts';
import { summarize } from './summarize.ts';

export function sentEventTitle(event: EventSummary): string {
  const { countryCode } = event;
  const place = countryCode === null ? [] : [countryLabel(countryCode) ?? countryCode];
  return [summarize(event), ...place].join(' · ');
}

export function sentEventSentence(event: EventSummary): string {
  const { errorTypes, errorCode, eid, iccid, requestId } = event;
  const consequence = eventConsequence(event);
  const code = [errorTypes[0] ?? null, errorCode].filter((part) => part !== null).join(' ');
  const ids = [
    ['EID', eid],
    ['ICCID', iccid],
    ['Request', requestId],
  ] as const;
  return [
    ...(consequence === null ? [] : [consequence.sentence]),
    ...(code === '' ? [] : [`Code: ${code}.`]),
    ...ids.flatMap(([name, id]) => (id === null ? [] : [`${name}: ${id}.`])),
  ].join(' ');
}

/** Null if the event reports no failure of a localization or a request. */
export function eventConsequence(event: EventSummary) {
  const { outcome, operation, errorTypes, errorCode: code } = event;
  const kind = eventClass(event);
  if ((kind !== 'localization' && kind !== 'request') || (outcome !== 'failed' && outcome !== 'partial')) return null;
  const type = kind === 'request' ? (errorTypes[0] ?? null) : null;
  return consequenceWords({ kind, operation, type, code }, outcome);
}
