/**
 * The alarms of one watch: gathers what happened (events, watching itself, what people did, time), asks what follows, and
 * calls somebody. What alarmed is kept with the events; the settings are people's own work, and stand in a file.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import { type AlarmSettings, USUAL_ALARM_SETTINGS } from '../../../src-shared/domain/alarm.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { unseenAlarms } from '../../../src-shared/domain/unseen-alarms.ts';
import { isZone } from '../../../src-shared/words/moment-words.ts';
import { zoneOfThisComputer } from '../../../src-shared/lib/zone-of-this-computer.ts';
import type { RunningCases } from '../cases/create-cases.ts';
import { Changes } from '../lib/changes.ts';
import { firstChange } from '../lib/first-change.ts';
import { takingTurns } from '../lib/turns.ts';
import type { AlarmFiles } from '../ports/alarm-files.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter, StorePlace } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { ProfileList } from '../views/profile-list.ts';
import { AlarmFollower } from './alarm-follower.ts';
import { alarmRules, type MadeRule } from './alarm-rules.ts';
import type { AlarmCall } from './alarm-step.ts';
import { alarmTarget } from './alarm-target.ts';
import type { Alarms } from './alarms.ts';
import { alarmsStateOf } from './alarms-state.ts';
import { LastSaid } from './last-said.ts';
import { lookAround, type Watching } from './look-around.ts';
import { type BookPatience, matchedEvents } from './matched-events.ts';
import { noticeOf } from './notice.ts';
import type { NoticeOutlet } from './notices.ts';

interface AlarmsParts {
  readonly watch: WatchId;
  readonly place: StorePlace;
  readonly label: () => { readonly profile: string; readonly practice: boolean };
  readonly files: AlarmFiles;
  readonly views: Pick<ProfileList<SavedView>, 'follow'>;
  /** `null`: nobody is called. */
  readonly notices: NoticeOutlet | null;
  readonly scanner: Pick<EventReader, 'extent' | 'slice'>;
  readonly writer: Pick<EventWriter, 'followerPosition' | 'commitFollower'>;
  /** Told after events were stored. */
  readonly stored: Changes;
  readonly cases: Pick<RunningCases, 'book' | 'progress'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly newestSeq: () => number;
  readonly watching: Watching;
  /** What tray and badge count may be different. */
  readonly onChange: () => void;
}

export interface RunningAlarms extends Alarms {
  /** Follows until the signal is aborted, and then resolves. */
  run(signal: AbortSignal): Promise<void>;
}

const TOLD_EVERY_MS = 500;
/** What is of now (quiet hours, today) is told anew so often. */
const ANEW_EVERY_MS = 60_000;
const AGAIN_MS = 30_000;

export function createAlarms(parts: AlarmsParts): RunningAlarms {
  const { watch, place, files, notices, cases, clock, log, onChange } = parts;
  const closed = new AbortController();
  const edited = new Changes();
  const inTurn = takingTurns();
  const zoneHere = zoneOfThisComputer();
  let settings: AlarmSettings = USUAL_ALARM_SETTINGS;
  let damage: unknown = null;
  let views: readonly SavedView[] = [];
  let rules: readonly MadeRule[] = alarmRules(settings, views);
  let refusedByPage: string | null = null;
  const said = new LastSaid();
  const unreadable = new Set<string>();
  const patience: BookPatience = { lateAt: null };
  let unseen = 0;
  let hasViews: () => void = () => {};
  const viewsRead = new Promise<void>((resolve) => {
    hasViews = resolve;
  });

  const follower = new AlarmFollower({
    ...parts,
    matched: (span, signal) =>
      matchedEvents(
        { ...parts, ...cases, patience, onRead },
        rules.filter(({ notify }) => notify.on),
        span,
        signal,
      ),
    context: () => ({ now: clock.now(), settings, zone: settings.zone ?? zoneHere, newId: parts.newId }),
    call,
  });

  function call(one: AlarmCall): void {
    if (notices === null) return;
    const { id } = one.alarm;
    try {
      if (one.kind === 'withdraw') {
        said.forget(id);
        notices.withdraw(watch, id);
        return;
      }
      const notice = noticeOf(one, { watch, ...parts.label(), zone: settings.zone ?? zoneHere });
      const isNew = said.isNew(notice);
      if (notice.isUpdate && one.alarm.delivery.kind === 'shown' && !isNew) return;
      notices.show(notice, (delivery) => {
        // Of an update, where nobody could show it before.
        if (one.alarm.delivery.kind !== 'shown' && !closed.signal.aborted)
          void follower.tell({ ...delivery, alarm: id });
      });
    } catch (error) {
      // One that cannot be shown keeps no other from being shown.
      log.error('somebody could not be called', { error });
      if (!closed.signal.aborted) void follower.tell({ kind: 'refused', alarm: id, why: 'refused', detail: null });
    }
  }

  function onRead(rule: string, isReadable: boolean): void {
    if (unreadable.has(rule) !== isReadable) return;
    if (isReadable) unreadable.delete(rule);
    else unreadable.add(rule);
    edited.notify();
  }

  function edit(next: { readonly settings?: AlarmSettings; readonly views?: readonly SavedView[] }): void {
    settings = next.settings ?? settings;
    views = next.views ?? views;
    rules = alarmRules(settings, views);
    edited.notify();
  }

  async function readSettings(): Promise<void> {
    try {
      edit({ settings: await files.read(place) });
      damage = null;
    } catch (error) {
      damage = error;
      log.warn('the alarm settings cannot be read: the usual ones hold', { error });
    }
  }

  async function followViews(signal: AbortSignal): Promise<void> {
    /* oxlint-disable no-await-in-loop -- one after the other */
    while (!signal.aborted) {
      try {
        for await (const { entries } of parts.views.follow(signal)) {
          edit({ views: entries });
          hasViews();
        }
      } catch (error) {
        hasViews();
        log.warn('the saved views cannot be read: those that were known alarm', { error });
        await clock.sleep(AGAIN_MS, signal).catch(() => undefined);
      }
    }
    /* oxlint-enable no-await-in-loop */
  }

  return {
    async *follow(signal) {
      const until = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
      for (let revision = 1; !until.aborted; revision += 1) {
        if (damage !== null) throw damage;
        const seen = { own: edited.revision, follower: follower.changes.revision };
        yield {
          revision,
          state: alarmsStateOf({
            settings,
            rules,
            unreadable,
            zoneHere,
            alarms: follower.book.alarms.values(),
            now: clock.now(),
            shownBy: notices?.shownBy ?? 'page',
            refused: notices?.refused ?? refusedByPage,
            readOnly: false,
          }),
        };
        const changed = [
          [edited, seen.own],
          [follower.changes, seen.follower],
        ] as const;
        await firstChange(clock, changed, ANEW_EVERY_MS, until);
        await clock.sleep(TOLD_EVERY_MS, until).catch(() => undefined);
      }
    },
    async putSettings(next) {
      if (next.zone !== null && !isZone(next.zone)) throw appError('BAD_ZONE', { zone: next.zone });
      await inTurn(async () => {
        // What cannot be understood is people's own work, and is never written over.
        await files.read(place);
        await files.write(place, next);
        damage = null;
        edit({ settings: next });
      });
      await follower.tell({ kind: 'time' });
    },
    test: () => follower.tell({ kind: 'test' }),
    async open(id) {
      const alarm = follower.book.alarms.get(id);
      if (alarm === undefined) return null;
      await follower.tell({ kind: 'opened', alarm: id });
      return alarmTarget(alarm);
    },
    seen: (alarms) => follower.tell({ kind: 'seen', alarms }),
    async delivered(alarm, detail) {
      // What the host shows, it tells itself; only a sound it leaves to its pages.
      if (notices === null || (!notices.answered(watch, alarm) && notices.shownBy === 'desktop')) return;
      if (refusedByPage !== detail) edited.notify();
      refusedByPage = detail;
      await follower.tell(
        detail === null ? { kind: 'delivered', alarm, by: 'page' } : { kind: 'refused', alarm, why: 'refused', detail },
      );
    },
    unseen: () => unseen,
    counts: () => follower.counts.all,

    async run(signal) {
      await readSettings();
      await follower.begin();
      const counting = (async () => {
        while (!signal.aborted) {
          const { revision } = follower.changes;
          const count = unseenAlarms(follower.book.alarms.values()).size;
          if (count !== unseen) {
            unseen = count;
            onChange();
          }
          // oxlint-disable-next-line no-await-in-loop -- one change after the other
          await follower.changes.beyond(revision, signal).catch(() => undefined);
        }
      })();
      await Promise.all([
        // What was stored while nobody looked is looked at with all rules.
        viewsRead.then(() => follower.run(signal)),
        followViews(signal).finally(hasViews),
        lookAround({ ...parts, follower }, signal),
        counting,
      ]);
      closed.abort(new Error('the watch was closed'));
    },
  };
}
