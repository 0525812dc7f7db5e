import type { AlarmsSnapshot } from '../../../src-shared/api/alarms.ts';
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { type AlarmSettings, MAX_LISTED_ALARMS } from '../../../src-shared/domain/cases/alarm.ts';
import { alarmStatus } from '../../../src-shared/domain/alarms/alarm-status.ts';
import { unacknowledgedAlarms } from '../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import { isTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import { zonedFormat, zoneOffsetText } from '../../../src-shared/lib/zoned-format.ts';
import type { CompiledRule } from './alarm-rules.ts';
import type { Outlets } from '../outlets/create-outlets.ts';
import type { OutletLog } from '../outlets/outlet-entries.ts';
import { withOutletDeliveries } from './outlet-deliveries.ts';
import { quietUntil, shiftUntil } from './quiet-hours.ts';

interface StateParts extends Pick<AlarmsSnapshot, 'zone' | 'shownBy' | 'refused' | 'desk' | 'readOnly'> {
  readonly settings: AlarmSettings;
  readonly rules: readonly CompiledRule[];
  readonly unreadable: ReadonlySet<string>;
  readonly alarms: Iterable<Alarm>;
  readonly logs: readonly OutletLog[];
  readonly now: number;
}

export function alarmsStateOf(parts: StateParts): AlarmsSnapshot {
  const { rules, unreadable, alarms: stored, logs, now, ...rest } = parts;
  const { settings, zone } = rest;
  const alarms = [...stored].toReversed().toSorted((one, other) => other.firstAt - one.firstAt);
  const isToday = todayIn(zone, now);
  const today = alarms.filter(({ firstAt }) => isToday(firstAt));
  return {
    ...rest,
    zoneOffset: zoneOffsetText(zone, now),
    quietUntil: quietUntil(settings, zone, now),
    shiftUntil: shiftUntil(settings, zone, now),
    rules: rules.map(({ id, standard, name, query, notify }) => {
      const isOfRule = (alarm: Alarm): boolean => alarm.rules.some((rule) => rule.id === id);
      return {
        id,
        standard,
        name,
        query,
        notify,
        lastAt: alarms.find(isOfRule)?.firstAt ?? null,
        today: today.filter(isOfRule).length,
        isUnreadable: notify.on && unreadable.has(id),
      };
    }),
    alarms: withOutletDeliveries(alarms.slice(0, MAX_LISTED_ALARMS), logs),
    outlets: logs.map(({ id, name }) => ({ id, name })),
    today: {
      all: today.length,
      accepted: today.filter((alarm) => alarmStatus(alarm) === 'accepted').length,
      opened: today.filter(({ openedAt }) => openedAt !== null).length,
    },
    unseen: unacknowledgedAlarms(alarms).size,
  };
}

/** Compares local dates, so that a day of 25 hours counts as one day. */
function todayIn(zone: string, now: number): (at: number) => boolean {
  const written = zonedFormat('en-GB', { timeZone: isTimeZone(zone) ? zone : 'UTC', dateStyle: 'short' });
  const today = written.format(now);
  return (at) => at <= now && written.format(at) === today;
}

export function readableLogs(logs: Outlets['logs']): Promise<readonly OutletLog[]> {
  return logs.read().catch(() => []);
}
