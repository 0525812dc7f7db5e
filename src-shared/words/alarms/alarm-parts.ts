/** Builds the parts of sentences about alarms: counts, times, and text from outside that cannot steer a screen. */
import type { Alarm } from '../../domain/alarms/raised-alarm.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { type ZonedWords, zonedWords } from '../zoned-time-words.ts';
import { numberText } from '../store-words.ts';

/** Makes the text visible and clips it to `maxLength` characters; ends with "…" if it was longer. */
export function clippedText(text: string, maxLength: number): string {
  // Visible text is never shorter than its source, so the rest could not be shown.
  const visible = visibleText(text.slice(0, maxLength + 1));
  return visible.length <= maxLength ? visible : `${visible.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

export function quantityOf(count: number, [one, several]: readonly [string, string], isMore = false): string {
  return `${isMore ? 'over ' : ''}${numberText(count)} ${count === 1 && !isMore ? one : several}`;
}

/** "since 14:02"; with the date if the alarm lasted a day or more. */
export function sinceWords({ since, lastAt }: Pick<Alarm, 'since' | 'lastAt'>, zone: string): string {
  const words = cachedZonedWords(zone);
  return `since ${lastAt - since < DAY_MS ? '' : `${words.day(since)} `}${words.minute(since)}`;
}

let last: { readonly zone: string; readonly words: ZonedWords } | null = null;

/** Caches the words of the last zone, because a history uses them some 200 times. */
export function cachedZonedWords(zone: string): ZonedWords {
  if (last?.zone !== zone) last = { zone, words: zonedWords(zone) };
  return last.words;
}
