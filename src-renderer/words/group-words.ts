/**
 * Texts for what the cases of a failure group have in common, and where they are. Country codes come from the service
 * and are untrusted.
 */
import type { FailureGroup, SharedFactor } from '../../src-shared/api/cases.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { numberText } from '../../src-shared/words/store-words.ts';
import { lengthText } from '../time/time-text.ts';
import { countryName } from '../../src-shared/words/country-words.ts';

/**
 * "NO 131, SE 62, FI 21, 4 elsewhere"; "no country named" if no case names one, empty if there are no cases.
 * @param maxCountries countries to name; the rest are counted together
 */
export function countriesWords(
  { countries, others }: Pick<FailureGroup, 'countries' | 'others'>,
  maxCountries = countries.length,
): string {
  const otherCount = countries.slice(maxCountries).reduce((sum, { count }) => sum + count, others);
  if (countries.length === 0) return otherCount > 0 ? 'no country given' : '';
  const named = countries.slice(0, maxCountries).map(({ country, count }) => `${country} ${numberText(count)}`);
  return [...named, ...(otherCount > 0 ? [`${numberText(otherCount)} elsewhere`] : [])].join(', ');
}

export function sharedWords(factor: SharedFactor, open: number, time: (at: number) => string): string {
  switch (factor.kind) {
    case 'country':
      return `all in ${countryName(factor.country) ?? factor.country}`;
    case 'within':
      return `all within ${lengthText(factor.ms)}`;
    case 'code':
      return factor.count === open ? `all have ${factor.code}` : `${numberText(factor.count)} have ${factor.code}`;
    case 'iccid':
      return `ICCID ${inFours(factor.prefix)}…`;
    case 'first-seen':
      return `none before ${time(factor.at)}`;
    default:
      return assertNever(factor);
  }
}

/** Example: "peak 12 in 5 m 00 s". */
export function peakWords({ counts, stepMs }: FailureGroup['spark']): string {
  return `peak ${numberText(Math.max(0, ...counts))} in ${lengthText(stepMs)}`;
}

function inFours(digits: string): string {
  return digits.replaceAll(/(.{4})(?=.)/gsu, '$1 ');
}

export const groupStatusWords: Readonly<Record<FailureGroup['status'], string>> = {
  new: 'new',
  ongoing: 'ongoing',
  waiting: 'waiting',
  back: 'back again',
  ended: 'recovered',
};
