import { type Cause, caseSubject, type CaseKey, type CauseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { hrefOf } from './use-address.ts';

export function caseHref(key: CaseKey): string {
  return hrefOf(caseSubject(key).kind === 'request' ? 'requests' : 'localizations', { case: key });
}

export function causeHref(cause: Pick<Cause, 'kind'>, key: CauseKey): string {
  return hrefOf(screenOf(cause.kind), { group: key });
}

/** Lists the open cases that match all terms; see `find` of `src-shared/api/cases.ts`. */
export function openCasesHref(kind: Cause['kind'], ...terms: readonly string[]): string {
  return hrefOf(screenOf(kind), { find: ['is:open', ...terms].join(' ') });
}

function screenOf(kind: Cause['kind']): 'localizations' | 'requests' {
  return kind === 'request' ? 'requests' : 'localizations';
}
