import type { ShowTarget } from '../../src-shared/api/alarms.ts';
import { parseCauseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { parseFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { hrefOf } from '../address/use-address.ts';
import { caseHref, causeHref } from '../address/case-links.ts';

export function targetHref(target: ShowTarget): string {
  switch (target.kind) {
    case 'case':
      return caseHref(target.key);
    case 'group':
      return groupHref(target.key);
    case 'event':
      return hrefOf('timeline', { event: target.seq, around: target.seq });
    case 'view': {
      const parsed = parseFilter(target.query);
      // An invalid query stays as written, and the timeline shows the reason.
      if (parsed.kind !== 'filter') return `#/timeline?q=${encodeURIComponent(target.query.toWellFormed())}`;
      return hrefOf('timeline', { filter: parsed.filter });
    }
    case 'screen':
      return target.screen === 'alarms' ? hrefOf('settings', { part: 'alarms' }) : hrefOf(target.screen);
    default:
      return assertNever(target);
  }
}

function groupHref(key: Extract<ShowTarget, { kind: 'group' }>['key']): string {
  const cause = parseCauseKey(key);
  return cause === null ? hrefOf('localizations', { group: key }) : causeHref(cause, key);
}
