/** The alarms as the process that watches the store stored them. Sends no notifications and changes nothing. */
import type { AlarmsSnapshot } from '../../../src-shared/api/alarms.ts';
import { PAGE } from '../../../src-shared/domain/outlets/local-outlets.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { localTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import type { AlarmFiles } from '../ports/alarm-files.ts';
import type { Deadlines } from '../cases/deadlines.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, StoreIdentity } from '../ports/event-store.ts';
import type { Outlets } from '../outlets/create-outlets.ts';
import type { ProfileList } from '../views/profile-list.ts';
import { restoreAlarmState } from './alarm-state.ts';
import { ALARM_PROJECTION, storedAlarms } from './alarm-projection.ts';
import { alarmRules } from './alarm-rules.ts';
import type { Alarms } from './create-alarms.ts';
import { alarmTarget } from './alarm-target.ts';
import { alarmsStateOf, readableLogs } from './alarms-feed-state.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import { stateFeed } from '../lib/state-feed.ts';

interface ReadOnlyAlarmsParts {
  readonly storeIdentity: StoreIdentity;
  readonly reader: Pick<EventReader, 'projectionRecords'>;
  readonly committed: ChangeSignal;
  readonly files: Pick<AlarmFiles, 'read'>;
  readonly views: Pick<ProfileList<SavedView>, 'subscribe'>;
  readonly deadlines: Pick<Deadlines, 'set'>;
  readonly outletLogs: Outlets['logs'];
  readonly clock: Clock;
  readonly refuse: () => Promise<never>;
  readonly stopSignal: AbortSignal;
}

/** Polls, because another process writes the alarms and may send no change signal. */
const POLL_INTERVAL_MS = 5_000;

export function readOnlyAlarms(parts: ReadOnlyAlarmsParts): Alarms {
  const { storeIdentity, reader, committed, files, deadlines, clock, refuse, stopSignal: ends } = parts;
  const storedAlarmsNow = async () =>
    restoreAlarmState(storedAlarms(await reader.projectionRecords(ALARM_PROJECTION))).alarms;

  async function present(): Promise<AlarmsSnapshot> {
    const settings = await files.read(storeIdentity);
    deadlines.set(settings.deadlines);
    return alarmsStateOf({
      settings,
      rules: alarmRules(settings, await viewsNow(parts)),
      unreadable: new Set(),
      zone: localTimeZone(),
      alarms: (await storedAlarmsNow()).values(),
      logs: await readableLogs(parts.outletLogs),
      now: clock.now(),
      shownBy: PAGE,
      refused: null,
      desk: null,
      readOnly: true,
    });
  }

  return {
    subscribe: (signal) =>
      stateFeed(
        { clock, changes: () => [committed], read: present, maxIntervalMs: () => POLL_INTERVAL_MS },
        eitherSignal(signal, ends),
      ),
    putSettings: refuse,
    test: refuse,
    async open(id) {
      const alarm = (await storedAlarmsNow()).get(id);
      return alarm === undefined ? null : alarmTarget(alarm);
    },
    acknowledge: refuse,
    reportDelivery: refuse,
    unacknowledgedCount: () => 0,
    counts: () => [],
  };
}

async function viewsNow({
  views,
  stopSignal: ends,
}: Pick<ReadOnlyAlarmsParts, 'views' | 'stopSignal'>): Promise<readonly SavedView[]> {
  for await (const { state } of views.subscribe(ends)) return state;
  return [];
}
