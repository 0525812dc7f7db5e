import type { Alarm, AlarmDelivery } from '../../domain/alarms/raised-alarm.ts';
import { isHeldBack } from '../../domain/alarms/alarm-status.ts';
import { isLocalOutlet, localOutletNames } from '../../domain/outlets/local-outlets.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { cachedZonedWords, clippedText } from './alarm-parts.ts';

export interface NamedOutlet {
  readonly id: string;
  readonly name: string;
}

/** In characters. */
const MAX_NAME_LENGTH = 80;
/** A row names several outlets. The log of an outlet has the complete text. */
const MAX_DETAIL_LENGTH = 80;

/** "Desktop accepted 14:03 · ops 14:03 · pager not delivered: HTTP 503"; empty if no outlet has reported anything. */
export function deliveriesWords(
  { deliveries, firstAt }: Pick<Alarm, 'deliveries' | 'firstAt'>,
  outlets: readonly NamedOutlet[],
  zone: string,
): string {
  return deliveries
    .map((delivery) => `${outletName(delivery.outlet, outlets)} ${outcomeWords(delivery, firstAt, zone)}`)
    .join(' · ');
}

export function outletName(id: string, outlets: readonly NamedOutlet[]): string {
  if (isLocalOutlet(id)) return localOutletNames[id];
  return clippedText(outlets.find((outlet) => outlet.id === id)?.name ?? id, MAX_NAME_LENGTH);
}

function outcomeWords(delivery: AlarmDelivery, firstAt: number, zone: string): string {
  const { outlet, outcome, at, detail, desk } = delivery;
  const reason = detail === null ? '' : `: ${clippedText(detail, MAX_DETAIL_LENGTH)}`;
  switch (outcome) {
    case 'delivered':
      return isLocalOutlet(outlet) ? acceptedWords(delivery, firstAt, zone) : timeWords(at, firstAt, zone);
    case 'retrying':
      return `not delivered yet${reason}`;
    case 'not-delivered':
      if (desk?.kind === 'missing')
        return `not delivered: no desktop has shown alarms since ${timeWords(desk.since, firstAt, zone)}${inBrackets(desk.reason)}`;
      return `not delivered${reason}`;
    default:
      return assertNever(outcome);
  }
}

/** "accepted 14:03", "accepted 14:03, banner held back", "shown 14:03": only a click proves that a user saw it. */
function acceptedWords(delivery: AlarmDelivery, firstAt: number, zone: string): string {
  const time = timeWords(delivery.at, firstAt, zone);
  if (delivery.wasClicked === true) return `shown ${time}`;
  return `accepted ${time}${isHeldBack(delivery) ? ', banner held back' : ''}`;
}

function inBrackets(text: string): string {
  return ` (${clippedText(text, MAX_DETAIL_LENGTH)})`;
}

/** "14:03"; with the date if it was a day or more before or after the alarm. */
function timeWords(at: number, firstAt: number, zone: string): string {
  const words = cachedZonedWords(zone);
  return `${Math.abs(at - firstAt) < DAY_MS ? '' : `${words.day(at)} `}${words.minute(at)}`;
}
