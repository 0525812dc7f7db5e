/** What sentences about alarms are made of: counts, moments, and text from outside that cannot steer a screen. */
import type { Alarm } from '../api/alarms.ts';
import { visibleText } from '../lib/visible-text.ts';
import { type ZonedWords, zonedWords } from './zoned-time-words.ts';
import { numberText } from './store-words.ts';

const DAY_MS = 86_400_000;

/** At most so many characters, with a sign where there were more. */
export function clippedText(text: string, most: number): string {
  // What is made visible grows: there is no need to look at more than could be shown.
  const visible = visibleText(text.slice(0, most + 1));
  return visible.length <= most ? visible : `${visible.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

export function countText(count: number): string {
  return numberText(count);
}

/** "1 eUICC", "214 eUICCs"; `isMore`: "over 50,000 eUICCs". */
export function quantityOf(count: number, [one, several]: readonly [string, string], isMore = false): string {
  return `${isMore ? 'over ' : ''}${countText(count)} ${count === 1 && !isMore ? one : several}`;
}

/** "since 14:02"; of what lasts more than a day with its date. */
export function sinceWords({ since, lastAt }: Pick<Alarm, 'since' | 'lastAt'>, zone: string): string {
  const words = cachedZonedWords(zone);
  return `since ${lastAt - since < DAY_MS ? '' : `${words.day(since)} `}${words.minute(since)}`;
}

let last: { readonly zone: string; readonly words: ZonedWords } | null = null;

/** Made once for a zone: a history says it two hundred times. */
export function cachedZonedWords(zone: string): ZonedWords {
  if (last?.zone !== zone) last = { zone, words: zonedWords(zone) };
  return last.words;
}
