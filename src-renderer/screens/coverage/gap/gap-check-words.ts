/** Never claims that an event was missed: the service does not document what else changes the time of a change. */
import type { GapReason } from '../../../../src-shared/domain/coverage/coverage.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { numberText, counted } from '../../../../src-shared/words/store-words.ts';
import { lengthText } from '../../../time/time-text.ts';
import type { CheckedGap, GapCheck } from './gap-check.ts';

export const gapMeanings: Record<GapReason, string> = {
  'session-expired': 'The service ends each session after 30 minutes. The next one began late.',
  'connection-lost': 'The connection was cut. A proxy, a network or the service may have closed it.',
  silent:
    'The connection stayed open, but nothing came, not even heartbeats. A proxy on the way may have held the stream back.',
  unreachable: 'No connection to the service could be made.',
  refused: 'The service answered, but gave no stream.',
  'not-a-stream': 'The answer was not the stream, but for example the page of a proxy.',
  'seat-taken': "Another client was using this domain's only stream.",
  'sign-in-needed': 'There was no valid sign-in, so the service could not be asked for the stream.',
  'clock-set': 'The clock of this computer was set. The stream continued; the length of this gap is unknown.',
  slept: 'The stream was not watched during that time.',
  'not-running':
    'Watchfloor did not run for a while: the system stopped it, or the computer was too busy with other programs.',
  'events-lost':
    'Watchfloor received events at this moment and did not store all of them. This is a bug: report it with the log.',
  'held-back': 'Watchfloor could not store events, so it stopped reading the stream.',
  stopped: 'Nothing was watched until it was started again.',
  crashed: 'Watchfloor or this computer stopped unexpectedly.',
  'taken-over': 'A user of another member took the seat. The stream was closed there and opened here.',
  'handed-over': 'The seat went from one member of the team to another.',
  'no-holder':
    'The member that held the seat stopped or could not reach the team. This gap ended when another member had the stream.',
};

export const NO_PROOF =
  'A change in the inventory does not prove a missed event: the provider does not document what else changes this time.';

export function gapCheckWords(check: GapCheck): string {
  switch (check.kind) {
    case 'not-loaded':
      return '';
    case 'not-checked':
      return 'not checked';
    case 'running':
      return 'checking …';
    case 'unfinished':
      return check.previous === null ? 'check not finished' : foundWords(check.previous);
    case 'checked':
      return foundWords(check);
    default:
      return assertNever(check);
  }
}

function foundWords({ changed, missed }: CheckedGap): string {
  if (changed === 0) return 'nothing changed';
  if (missed === null) return `${numberText(changed)} changed, not comparable`;
  return missed === 0 ? 'none possibly missed' : `${numberText(missed)} possibly missed`;
}

export function gapResultWords({ changed, missed }: CheckedGap): string {
  if (changed === 0) return 'No subscription changed';
  if (missed === null) return `${counted(changed, 'subscription')} changed, but cannot be compared with events`;
  if (missed > 0) return `${counted(missed, 'subscription')} changed without an event`;
  return 'Each change has an event';
}

/** Margin around the requested times (`1 m 00 s margin`), and why it is longer than usual. */
export function marginWords(margin: number, clockDiffersMs: number): string {
  const clockText = clockDiffersMs === 0 ? '' : `: the provider’s clock differs by ${lengthText(clockDiffersMs)}`;
  return `${lengthText(margin)} margin${clockText}`;
}

export function countsWords({ changed, met, unnamed }: { changed: number; met: number; unnamed: number }): string {
  if (changed === 0) return 'Nothing changed in that time.';
  const parts = [
    met > 0 || unnamed < changed ? `${met === 0 ? 'none' : numberText(met)} with an event` : null,
    unnamed > 0
      ? `${numberText(unnamed)} have no identifier that events use, so ${unnamed === 1 ? 'it' : 'they'} cannot be compared`
      : null,
  ];
  return `${numberText(changed)} changed; ${parts.filter((part) => part !== null).join('; ')}.`;
}

/** Explains that more or fewer events are stored than when the check ran; null if the number is the same. */
export function fewerEventsWords(before: number): string | null {
  if (before === 0) return null;
  return before < 0
    ? `Events of that time were removed after the check: ${numberText(-before)} of these had one.`
    : `More events were stored after the check: ${numberText(before)} fewer ${before === 1 ? 'is' : 'are'} possibly missed.`;
}
