/**
 * A failure group as a row says it: what it means, what failed and where, and how it stands. Codes and countries are the
 * provider's: they stand in parts of their own, to be shown as text and nothing else. Pure.
 */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { causeWords, consequenceTitles, stepDoing, stepOfCode } from '../../../src-shared/words/case-words.ts';
import { requestCauseWords } from '../../../src-shared/words/request-cause-words.ts';
import { requestGroupWords } from '../../../src-shared/words/request-group-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { lengthText } from '../../time/time-text.ts';
import { countriesWords, groupStatusWords } from '../../words/group-words.ts';

/** So many have room in a row. */
const MAX_COUNTRIES = 4;

/** What it means. */
export function groupTitle(group: FailureGroup): string {
  const { cause, consequence, outcome } = group;
  if (cause.kind === 'request') return requestGroupWords(cause.operation, group, outcome);
  // Of a step that nobody knows the sentence would be longer than its place, and its end is what matters.
  return consequence === 'not-known' && (cause.operation === null || stepDoing(cause.operation) !== null)
    ? `${causeWords(cause, outcome)}; what it means is not known`
    : consequenceTitles[consequence];
}

/** What failed, where there is no room for what it means. */
export function groupName(group: FailureGroup): string {
  return group.cause.kind === 'request' ? groupTitle(group) : causeWords(group.cause, group.outcome);
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
    return {
      words: title,
      code: cause.code,
      isDocumented,
      where: group.open > 1 ? `${numberText(group.open)} requests` : '',
    };
  }
  const isDocumented = stepOfCode(cause.code) !== null;
  return { words: causeWords(cause, outcome), code: isDocumented ? null : cause.code, isDocumented, where };
}

/** Of one country alone its code. */
export function countriesText(group: Pick<FailureGroup, 'countries' | 'others'>): string {
  const [first] = group.countries;
  const isAlone = first !== undefined && group.countries.length === 1 && group.others === 0;
  return isAlone ? first.country : countriesWords(group, MAX_COUNTRIES);
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
  return groupStatusWords[status];
}

export function groupHref({ cause, key, only }: FailureGroup): string {
  if (cause.kind === 'localization') return hrefOf('localizations', { group: key });
  if (only !== null) return hrefOf('requests', { case: only.key });
  return hrefOf('requests', { find: cause.code === null ? '' : `code:${cause.code}` });
}
