import { type Cause, caseSubject, type CaseKey, type CauseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { hrefOf } from './use-address.ts';

export function caseHref(key: CaseKey): string {
  return hrefOf(caseSubject(key).kind === 'request' ? 'requests' : 'localizations', { case: key });
}

/** Requests have no address for a group, so it is the list of the requests with the same code. */
export function causeHref(cause: Cause, key: CauseKey): string {
  if (cause.kind === 'localization') return hrefOf('localizations', { group: key });
  return hrefOf('requests', { find: cause.code === null ? '' : `code:${cause.code}` });
}
