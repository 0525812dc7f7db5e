/** Texts for where the cases of a failure group are, and for its status. Country codes are untrusted. */
import type { Board, FailureGroup } from '../../src-shared/api/cases.ts';
import { type ReportedSpan, spanOf } from '../../src-shared/words/events/reported-words.ts';
import { numberText } from '../../src-shared/words/store-words.ts';
import { lengthText } from '../time/time-text.ts';

/** Empty if there are no cases. `maxCountries`: the rest are counted together. */
export function countriesWords(
  { countries, others }: Pick<FailureGroup, 'countries' | 'others'>,
  maxCountries = countries.length,
): string {
  const otherCount = countries.slice(maxCountries).reduce((sum, { count }) => sum + count, others);
  if (countries.length === 0) return otherCount > 0 ? 'no country given' : '';
  const named = countries.slice(0, maxCountries).map(({ country, count }) => `${country} ${numberText(count)}`);
  return [...named, ...(otherCount > 0 ? [`${numberText(otherCount)} elsewhere`] : [])].join(', ');
}

export function groupCount({ cause, open }: FailureGroup): { count: number; noun: string } {
  const noun = cause.kind === 'localization' ? 'eUICC' : 'request';
  return { count: open, noun: open === 1 ? noun : `${noun}s` };
}

export function peakWords({ counts, stepMs }: FailureGroup['spark']): string {
  return `peak ${numberText(Math.max(0, ...counts))} in ${lengthText(stepMs)}`;
}

export const groupStatusWords: Readonly<Record<FailureGroup['status'], string>> = {
  new: 'new',
  ongoing: 'ongoing',
  overdue: 'overdue',
  back: 'back again',
  ended: 'recovered',
};

/** Age of figures that count the open cases of all groups, or of those of one kind. */
export function openSpan(board: Board | null, kind: 'request' | null): ReportedSpan {
  const groups = board?.groups.filter(({ cause }) => kind === null || cause.kind === kind) ?? [];
  return spanOf(groups.flatMap(({ firstAt, lastAt }) => [firstAt, lastAt]));
}
