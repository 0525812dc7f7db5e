/** Words for rates. A percentage always has its interval and its number of attempts. */
import type { CountedAttempts, Figures } from '../../api/quality/figures.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { type Cause, parseCauseKey } from '../../domain/cases/case-keys.ts';
import { countedEndings, type CountedEnding, endings } from '../../domain/quality/ending.ts';
import type { QualityField, QualityLine, Rate, WatchedTime } from '../../domain/quality/quality-schemas.ts';
import { recoveryTime } from '../../domain/quality/recovery-time.ts';
import { causeName, changeName, stepDoing } from '../case-words.ts';
import { countryLabel } from '../country-words.ts';
import { sharePercent } from '../events/difference-words.ts';
import { durationText } from '../finding-parts.ts';
import { counted, numberText } from '../store-words.ts';

/** "52 % (48 to 56 %) of 604", or "n = 3: too few to say". */
export function rateWords(rate: Rate): string {
  if (rate.kind === 'too-few') return `n = ${numberText(rate.of)}: too few to say`;
  // Otherwise both ends could be rounded to 0 or 100.
  const digits = rate.rate < 0.01 || rate.rate > 0.99 ? 1 : 0;
  const [low, high] = [rate.low, rate.high].map((end) => Number((end * 100).toFixed(digits)));
  return `${sharePercent(rate.rate)} (${low} to ${high} %) of ${numberText(rate.of)}`;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function qualityValueWords(field: QualityField, value: string | null, kind: Cause['kind']): string {
  switch (field) {
    case 'country':
      return countryLabel(value) ?? value ?? 'not named';
    case 'customer':
      return value ?? 'not named';
    case 'cause':
      return causeText(value);
    case 'step':
      return (kind === 'request' ? changeName(value) : stepDoing(value)) ?? value ?? 'not named';
    case 'hour':
      return `${value}:00`;
    case 'weekday':
      return WEEKDAYS[Number(value) - 1] ?? '';
    case 'day':
      return value ?? '';
    default:
      return assertNever(field);
  }
}

function causeText(value: string | null): string {
  const cause = value === null ? null : parseCauseKey(value);
  if (cause === null) return 'did not fail';
  const name = causeName(cause, null);
  return cause.code === null || name.includes(cause.code) ? name : `${name}, ${cause.code}`;
}

/** "half within 15 min, 9 of 10 within 4 h, of 44", or why that is not known. */
export function recoveryWords(recovered: readonly number[]): string {
  const [half, most] = [recoveryTime(recovered, 0.5), recoveryTime(recovered, 0.9)];
  if (half.kind === 'too-few' || most.kind === 'too-few') return `n = ${numberText(half.recovered)}: too few to say`;
  const within = (toMs: number | null) =>
    toMs === null ? 'in more than 7 days' : `within ${durationText(toMs / 1_000)}`;
  return `half ${within(half.toMs)}, 9 of 10 ${within(most.toMs)}, of ${numberText(half.recovered)}`;
}

/** Each number of a line with its words, the attempts of all endings first. Counts of 0 are left out. */
export function countedParts({ endings: counts, weakened }: QualityLine): readonly CountedPart[] {
  const attempts = endings.reduce((sum, ending) => sum + counts[ending], 0);
  const parts = countedEndings.flatMap((ending): CountedPart[] => {
    const count = ending === 'weakened' ? (weakened ?? 0) : counts[ending];
    return count === 0 ? [] : [{ of: ending, words: `${numberText(count)} ${ENDING_WORDS[ending]}` }];
  });
  return [{ of: 'all', words: counted(attempts, 'attempt') }, ...parts];
}

export interface CountedPart {
  readonly of: CountedEnding | 'all';
  readonly words: string;
}

export const ENDING_WORDS: Readonly<Record<CountedEnding, string>> = {
  succeeded: 'succeeded',
  partial: 'partly failed',
  failed: 'failed',
  unknown: 'with an unknown result',
  open: 'open',
  weakened: 'weakened by a gap',
};

/** "recovered: half within 15 min, 9 of 10 within 4 h, of 44", or nothing. */
export function recoveredWords({ recovered }: Pick<QualityLine, 'recovered'>): string {
  return recovered.some((count) => count > 0) ? `recovered: ${recoveryWords(recovered)}` : '';
}

/** In the order of `RETRY_CLASSES`. */
export const RETRY_WORDS = [
  'without a retry',
  'after 1 retry',
  'after 2 retries',
  'after 3 retries',
  'after 4 or 5 retries',
  'after 6 retries or more',
] as const;

/** "Recovered: 9 without a retry, 32 after 1 retry. Still open: 2 after 1 retry.", or nothing. */
export function retriesWords({ recovered, open }: Figures['retries']): string {
  const named = (counts: readonly number[]) =>
    counts.flatMap((count, index) => (count === 0 ? [] : [`${numberText(count)} ${RETRY_WORDS[index]}`])).join(', ');
  return [
    ['Recovered', named(recovered)],
    ['Still open', named(open)],
  ]
    .flatMap(([what, words]) => (words === '' ? [] : [`${what}: ${words}.`]))
    .join(' ');
}

/** "412 attempts. Another 100 were counted on days whose events were removed." */
export function openedWords({ total, removed }: Pick<CountedAttempts, 'total' | 'removed'>): string {
  const all = `${counted(total, 'attempt')}.`;
  return removed === 0
    ? all
    : `${all} Another ${numberText(removed)} ${removed === 1 ? 'was' : 'were'} counted on days whose events were removed.`;
}

const FAULTS = {
  own: 'this Watchfloor, its computer or its team did not watch',
  'other-client': 'another client had the stream',
  way: 'the service or the way to it failed',
} as const;

/** Says how long each fault lasted, the longest first. */
export function faultWords({ notWatched, unknownMs }: WatchedTime): readonly string[] {
  const lengths = new Map<keyof typeof FAULTS, number>();
  for (const { fault, ms } of notWatched) lengths.set(fault, (lengths.get(fault) ?? 0) + ms);
  return [
    ...[...lengths]
      .toSorted(([, one], [, other]) => other - one)
      .map(([fault, ms]) => `For ${durationText(ms / 1_000)} ${FAULTS[fault]}.`),
    ...(unknownMs > 0 ? [`For ${durationText(unknownMs / 1_000)} nothing is stored.`] : []),
  ];
}

/** Says what the figures of a span do not contain. */
export function missingWords(
  figures: Pick<Figures, 'notWatched' | 'unknownDays' | 'keptDays' | 'isBehind'>,
): readonly string[] {
  const { notWatched, keptDays, isBehind } = figures;
  const unknown = figures.unknownDays.length;
  return [
    `Of this time, ${sharePercent(notWatched)} was not watched.`,
    ...(unknown === 0
      ? []
      : [
          `${counted(unknown, 'day')} of it ${unknown === 1 ? 'is' : 'are'} not known: events were removed before they were counted.`,
        ]),
    ...(keptDays === 0
      ? []
      : [
          `${counted(keptDays, 'day')} of it ${keptDays === 1 ? 'has' : 'have'} only kept counts: their events were removed.`,
        ]),
    ...(isBehind ? ['The newest events are not counted yet.'] : []),
  ];
}
