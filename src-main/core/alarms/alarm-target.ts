import type { Failures } from './alarm-step.ts';
import type { ShowTarget } from '../../../src-shared/api/alarms.ts';
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { AlarmSignal } from '../../../src-shared/domain/cases/alarm.ts';
import { type CaseKey, caseKey } from '../../../src-shared/domain/cases/case.ts';
import { FILTER_LIMITS, type FilterTerm } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

const SCREENS = {
  blind: 'coverage',
  'seat-taken': 'watch',
  'sign-in-needed': 'watch',
  'not-storing': 'data',
} as const satisfies Readonly<Record<AlarmSignal, (ShowTarget & { kind: 'screen' })['screen']>>;

export function alarmTarget({ about, firstAt, firstSeq }: Alarm): ShowTarget {
  switch (about.kind) {
    case 'failures':
      return failuresTarget(about, firstAt, firstSeq);
    case 'overdue':
      return { kind: 'group', key: about.cause };
    case 'signal':
      return { kind: 'screen', screen: SCREENS[about.signal] };
    case 'not-shown':
    case 'test':
      return { kind: 'screen', screen: 'alarms' };
    default:
      return assertNever(about);
  }
}

function failuresTarget(about: Failures, firstAt: number, firstSeq: number | null): ShowTarget {
  const { cause, failures, only, eventKind, operation } = about;
  const isOneEvent = failures === 1 && firstSeq !== null;
  if (cause !== null) {
    const key = caseOfFailures({ only, cause }) ?? (isOneEvent ? caseKey({ kind: 'event', seq: firstSeq }) : null);
    return key === null ? { kind: 'group', key: cause } : { kind: 'case', key };
  }
  if (isOneEvent) return { kind: 'event', seq: firstSeq };
  const since: FilterTerm = { kind: 'since', time: { kind: 'at', at: firstAt } };
  return {
    kind: 'view',
    query: printFilter({ terms: [...named('kind', eventKind), ...named('operation', operation), since] }),
  };
}

export function caseOfFailures({ only, cause }: Pick<Failures, 'only' | 'cause'>): CaseKey | null {
  if (cause?.startsWith('cause:localization/') === true)
    return only?.eid ? caseKey({ kind: 'eid', eid: only.eid.toWellFormed() }) : null;
  return only?.requestId ? caseKey({ kind: 'request', requestId: only.requestId.toWellFormed() }) : null;
}

function named(field: 'kind' | 'operation', value: string | null): readonly FilterTerm[] {
  return value === null || value === '' || value.length > FILTER_LIMITS.valueLength
    ? []
    : [{ kind: 'value', field, values: [value], negated: false }];
}
