/**
 * The alarms of a store that is only read: what alarmed, and why, as whoever watches it kept them. Nobody is called from
 * here, and nothing is changed.
 */
import type { AlarmsState } from '../../../src-shared/api/alarms.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { zoneOfThisComputer } from '../../../src-shared/lib/zone-of-this-computer.ts';
import type { AlarmFiles } from '../ports/alarm-files.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, StorePlace } from '../ports/event-store.ts';
import type { ProfileList } from '../views/profile-list.ts';
import { alarmBookOf } from './alarm-book.ts';
import { ALARM_FOLLOWER, keptAlarms } from './alarm-follower.ts';
import { alarmRules } from './alarm-rules.ts';
import type { Alarms } from './alarms.ts';
import { alarmTarget } from './alarm-target.ts';
import { alarmsStateOf } from './alarms-state.ts';

interface ReadAlarmsParts {
  readonly place: StorePlace;
  readonly reader: Pick<EventReader, 'followerRecords'>;
  readonly files: Pick<AlarmFiles, 'read'>;
  readonly views: Pick<ProfileList<SavedView>, 'follow'>;
  readonly clock: Clock;
  readonly refuse: () => Promise<never>;
  /** When the watch is closed. */
  readonly ends: AbortSignal;
}

/** Nobody tells what another process keeps. */
const READ_EVERY_MS = 5_000;

export function readAlarms(parts: ReadAlarmsParts): Alarms {
  const { place, reader, files, clock, refuse, ends } = parts;
  const kept = async () => alarmBookOf(keptAlarms(await reader.followerRecords(ALARM_FOLLOWER))).alarms;

  async function present(): Promise<AlarmsState> {
    const settings = await files.read(place);
    return alarmsStateOf({
      settings,
      rules: alarmRules(settings, await viewsNow(parts)),
      unreadable: new Set(),
      zoneHere: zoneOfThisComputer(),
      alarms: (await kept()).values(),
      now: clock.now(),
      shownBy: 'page',
      refused: null,
      readOnly: true,
    });
  }

  return {
    async *follow(signal) {
      const until = signal === undefined ? ends : AbortSignal.any([signal, ends]);
      for (let revision = 1; !until.aborted; revision += 1) {
        yield { revision, state: await present() };
        await clock.sleep(READ_EVERY_MS, until).catch(() => undefined);
      }
    },
    putSettings: refuse,
    test: refuse,
    async open(id) {
      const alarm = (await kept()).get(id);
      return alarm === undefined ? null : alarmTarget(alarm);
    },
    seen: refuse,
    delivered: refuse,
    unseen: () => 0,
    counts: () => [],
  };
}

async function viewsNow({ views, ends }: Pick<ReadAlarmsParts, 'views' | 'ends'>): Promise<readonly SavedView[]> {
  for await (const { entries } of views.follow(ends)) return entries;
  return [];
}
