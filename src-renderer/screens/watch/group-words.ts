/** Codes and countries come from the provider, so they are separate parts that must be rendered as text. Pure. */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { causeWords, consequenceTitles, stepDoing, stepOfCode } from '../../../src-shared/words/case-words.ts';
import { requestCauseWords } from '../../../src-shared/words/request-cause-words.ts';
import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';
import { causeHref } from '../../address/case-links.ts';
import { hrefOf } from '../../address/use-address.ts';
import { countriesWords } from '../../words/group-words.ts';

const MAX_COUNTRIES = 4;

export function groupTitle(group: FailureGroup): string {
  const { cause, consequence, outcome } = group;
  if (cause.kind === 'request') return failureGroupName(group);
  // For an unknown step the sentence would be truncated before its end, which is the important part.
  return consequence === 'not-known' && (cause.operation === null || stepDoing(cause.operation) !== null)
    ? `${causeWords(cause, outcome)}; not documented by the provider`
    : consequenceTitles[consequence];
}

export interface GroupDetail {
  readonly words: string;
  /** The provider's code; null if it says no more than the words. */
  readonly code: string | null;
  readonly isDocumented: boolean;
  /** Most affected first, such as "NO, SE, FR". _Where_ and the group have their numbers. */
  readonly countries: string;
}

export function groupDetail(group: FailureGroup): GroupDetail {
  const { cause, outcome } = group;
  if (cause.kind === 'request') {
    const { title, isDocumented } = requestCauseWords(cause);
    return {
      words: title,
      code: cause.code,
      isDocumented,
      countries: '',
    };
  }
  const isDocumented = stepOfCode(cause.code) !== null;
  const countries = countryNames(group);
  return { words: causeWords(cause, outcome), code: isDocumented ? null : cause.code, isDocumented, countries };
}

function countryNames({ countries, others }: FailureGroup): string {
  if (countries.length === 0) return others > 0 ? 'no country given' : '';
  const isRest = others > 0 || countries.length > MAX_COUNTRIES;
  const named = countries.slice(0, MAX_COUNTRIES).map(({ country }) => country);
  return `${named.join(', ')}${isRest ? ' and elsewhere' : ''}`;
}

/** The country with the most cases, and how many are elsewhere; a single country without a number. */
export function leadCountryText(group: Pick<FailureGroup, 'countries' | 'others'>): string {
  const [first] = group.countries;
  const isAlone = first !== undefined && group.countries.length === 1 && group.others === 0;
  return isAlone ? first.country : countriesWords(group, 1);
}

export function groupHref({ cause, key, only }: FailureGroup): string {
  return only === null || cause.kind === 'localization'
    ? causeHref(cause, key)
    : hrefOf('requests', { group: key, case: only.key });
}
