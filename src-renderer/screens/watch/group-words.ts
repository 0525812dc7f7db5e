/**
 * A failure group as a row says it: what it means, what failed and where, and how it stands. Codes and countries are the
 * provider's: they stand in parts of their own, to be shown as text and nothing else. Pure.
 */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { causeWords, changeName, consequenceTitles, stepOfCode } from '../../../src-shared/words/case-words.ts';
import { requestCauseWords } from '../../../src-shared/words/request-cause-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { lengthText } from '../../time/time-text.ts';

/** What it means. */
export function groupTitle({ cause, consequence, outcome, failedResources, resources }: FailureGroup): string {
  if (cause.kind === 'request')
    return resources > 0
      ? `${changeName(cause.operation)}: ${numberText(failedResources)} of ${numberText(resources)} failed`
      : causeWords(cause, outcome);
  return consequence === 'not-known'
    ? `${causeWords(cause, outcome)}; what it means is not known`
    : consequenceTitles[consequence];
}

export interface GroupDetail {
  /** Ours. */
  readonly words: string;
  /** The provider's code, where it says more than the words. */
  readonly code: string | null;
  readonly isDocumented: boolean;
  /** "NO 131, SE 62, 3 others"; of one country alone its code. */
  readonly where: string;
}

export function groupDetail(group: FailureGroup): GroupDetail {
  const { cause, outcome } = group;
  const where = countriesText(group);
  if (cause.kind === 'request') {
    const { title, isDocumented } = requestCauseWords(cause);
    return { words: title, code: cause.code, isDocumented, where: group.open > 1 ? `${group.open} requests` : '' };
  }
  const isDocumented = stepOfCode(cause.code) !== null;
  return { words: causeWords(cause, outcome), code: isDocumented ? null : cause.code, isDocumented, where };
}

export function countriesText({ countries, others }: Pick<FailureGroup, 'countries' | 'others'>, most = 4): string {
  const [first] = countries;
  if (first !== undefined && countries.length === 1 && others === 0) return first.country;
  const rest = others + countries.slice(most).reduce((sum, { count }) => sum + count, 0);
  return [
    ...countries.slice(0, most).map(({ country, count }) => `${country} ${numberText(count)}`),
    ...(rest === 0 ? [] : [countries.length === 0 ? 'country not named' : `${numberText(rest)} elsewhere`]),
  ].join(', ');
}

/** How many of what. */
export function groupCount({ cause, open, failedResources }: FailureGroup): { count: number; what: string } {
  if (cause.kind === 'localization') return { count: open, what: open === 1 ? 'eUICC' : 'eUICCs' };
  if (failedResources > 0) return { count: failedResources, what: failedResources === 1 ? 'resource' : 'resources' };
  return { count: open, what: open === 1 ? 'request' : 'requests' };
}

/** How it stands, in a word or two. */
export function groupStatus({ status, waitingSince }: FailureGroup, now: number): string {
  if (waitingSince !== null) return `waiting ${lengthText(now - waitingSince)}`;
  switch (status) {
    case 'new':
      return 'new';
    case 'ongoing':
      return 'ongoing';
    case 'waiting':
      return 'waiting';
    case 'back':
      return 'back again';
    case 'ended':
      return 'ended';
    default:
      return assertNever(status);
  }
}

export function groupHref({ cause, key, only }: FailureGroup): string {
  if (cause.kind === 'localization') return hrefOf('localizations', { group: key });
  if (only !== null) return hrefOf('requests', { case: only.key });
  return hrefOf('requests', { find: cause.code === null ? '' : `code:${cause.code}` });
}
