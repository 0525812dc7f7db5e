import type { AlarmNotification } from '../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { Alarm } from '../../src-shared/domain/alarms/raised-alarm.ts';
import { DESKTOP } from '../../src-shared/domain/outlets/local-outlets.ts';

type Failures = Alarm['about'] & { readonly kind: 'failures' };

const NOON = Date.UTC(2026, 10, 21, 12);

export function anAlarm(fields: Partial<Alarm> = {}): Alarm {
  return {
    id: 'alarm-1',
    about: aboutFailures(),
    severity: 'failed',
    rules: [{ id: 'failures', name: '' }],
    how: { banner: true, sound: false, badge: true },
    since: NOON,
    firstAt: NOON,
    lastAt: NOON,
    firstSeq: 1,
    lastSeq: 1,
    silence: null,
    deliveries: [{ outlet: DESKTOP, at: NOON, outcome: 'delivered', detail: null }],
    openedAt: null,
    seenAt: null,
    ...fields,
  };
}

export function aboutFailures(
  fields: Partial<Omit<Failures, 'cause'>> & { readonly cause?: string | null } = {},
): Failures {
  const { cause = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED', ...figures } = fields;
  return {
    kind: 'failures',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has that form
    cause: cause as Failures['cause'],
    eventKind: 'LOCALIZATION',
    operation: 'ALLOCATED',
    errorCode: null,
    failures: 1,
    eids: 1,
    isMore: false,
    requests: 0,
    wholly: 0,
    failedResources: 0,
    resources: 0,
    countries: [{ country: 'SE', count: 1 }],
    others: 0,
    only: { eid: '89049032000000000000000000004712', requestId: null, iccid: null },
    ...figures,
  };
}

export function aNotice(part: Partial<AlarmNotification> = {}): AlarmNotification {
  return {
    watch: watchIdSchema.parse('watch-1'),
    alarm: 'alarm-1',
    severity: 'failed',
    title: 'Allocation failed · 214 eUICCs · 3 countries · since 14:02',
    body: 'Acme Europe',
    banner: true,
    sound: false,
    isUpdate: false,
    isLasting: false,
    ...part,
  };
}
