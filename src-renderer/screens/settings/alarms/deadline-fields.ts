/** Reads what a user types for a deadline, and says what is wrong with it. Pure. */
import { DEADLINE_LIMITS } from '../../../../src-shared/domain/cases/deadline.ts';
import { isTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { minutesText } from '../../../time/time-text.ts';
import { typedMinutes } from '../../../time/typed-minutes.ts';

export type Typed<Value> = { readonly kind: 'value'; readonly value: Value } | Mistake;
interface Mistake {
  readonly kind: 'mistake';
  readonly words: string;
}

const { min, max } = DEADLINE_LIMITS.minutes;

/** An empty field and `none` mean no deadline. */
export function typedDeadline(text: string): Typed<number | null> {
  const minutes = typedMinutes(text);
  if (minutes === null) return { kind: 'value', value: null };
  return checked(minutes, 'Expected a time such as 15 min or 1 h 30 min, or none.');
}

export function typedDelay(text: string): Typed<number> {
  return checked(typedMinutes(text) ?? undefined, 'Expected a time such as 15 min or 1 h 30 min.');
}

function checked(minutes: number | undefined, expected: string): Typed<number> {
  if (minutes === undefined) return { kind: 'mistake', words: expected };
  if (minutes < min || minutes > max)
    return { kind: 'mistake', words: `Expected ${minutesText(min)} to ${minutesText(max)}.` };
  return { kind: 'value', value: minutes };
}

export function deadlineText(minutes: number | null): string {
  return minutes === null ? 'none' : minutesText(minutes);
}

/** An empty field means the zone of Watchfloor's computer. */
export function typedZone(text: string): Typed<string | null> {
  const typed = text.trim();
  if (typed === '') return { kind: 'value', value: null };
  const known = zoneNames().find((name) => name.toLowerCase() === typed.toLowerCase());
  if (known !== undefined) return { kind: 'value', value: known };
  // A zone that the browser knows by another name, such as UTC. An offset does not follow summer time.
  if (isTimeZone(typed) && !/^[+-]/.test(typed)) return { kind: 'value', value: typed };
  return { kind: 'mistake', words: 'Unknown zone. Expected a name such as Europe/Oslo.' };
}

export function zoneNames(): readonly string[] {
  return Intl.supportedValuesOf('timeZone');
}
