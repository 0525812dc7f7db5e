/** Runs the alarms of one watch. They are stored with the events; settings are user data and have their own file. */
import type { WatchState } from '../watch-state.ts';
import type { AlarmsSnapshot, ShowTarget } from '../../../src-shared/api/alarms.ts';
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { type AlarmSettings, DEFAULT_ALARM_SETTINGS } from '../../../src-shared/domain/cases/alarm.ts';
import { acceptedAt } from '../../../src-shared/domain/alarms/alarm-status.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { PAGE } from '../../../src-shared/domain/outlets/local-outlets.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { alarmCause, unacknowledgedAlarms } from '../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import { localTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import type { Cases } from '../cases/create-cases.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { AlarmFiles } from '../ports/alarm-files.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter, StoreIdentity } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { ProjectionLoop } from '../projections/projection-loop.ts';
import type { ProfileList } from '../views/profile-list.ts';
import { type AlarmCount, AlarmProjection } from './alarm-projection.ts';
import { alarmRules, type CompiledRule, ruleHours } from './alarm-rules.ts';
import { alarmTarget } from './alarm-target.ts';
import { alarmsStateOf, readableLogs } from './alarms-feed-state.ts';
import { type AlarmTeam, watchAlarmInputs, watchTeamAlarms, type Watching } from './watch-alarm-inputs.ts';
import { watchOverdueGroups } from './watch-overdue-groups.ts';
import { type ProjectionWait, matchedEvents } from './matched-events.ts';
import { noticeOf, ShownNotices } from './notice.ts';
import type { Outlets } from '../outlets/create-outlets.ts';
import type { Desk, LocalDelivery, LocalOutlet } from '../outlets/local/local-outlet.ts';
import type { NotificationChange } from './alarm-step.ts';
import { eitherSignal } from '../lib/either-signal.ts';

interface AlarmsParts {
  readonly watch: WatchId;
  readonly storeIdentity: StoreIdentity;
  readonly files: AlarmFiles;
  readonly views: Pick<ProfileList<SavedView>, 'subscribe'>;
  readonly localOutlet: LocalOutlet | null;
  readonly outletLogs: () => Outlets['logs'];
  readonly reader: Pick<EventReader, 'summaries'>;
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly cases: Pick<Cases, 'projection' | 'progress' | 'deadlines' | 'waitUntilCaughtUp'>;
  readonly team: AlarmTeam | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly watching: Watching & Pick<WatchState, 'label' | 'committed' | 'changes' | 'newestSeq'>;
}

export type Alarms = Omit<ReturnType<typeof createAlarms>, 'run' | 'signals'>;

const PUBLISH_INTERVAL_MS = 500;
/** The state is published at least this often, because parts of it depend on the time (quiet hours, today). */
const REFRESH_INTERVAL_MS = 60_000;
const RETRY_MS = 30_000;

export function createAlarms(parts: AlarmsParts) {
  const { watch, storeIdentity, files, localOutlet, cases, team, clock, log, watching } = parts;
  const closed = new AbortController();
  const edited = new ChangeSignal();
  const inTurn = createSequencer();
  const zone = localTimeZone();
  let settings: AlarmSettings = DEFAULT_ALARM_SETTINGS;
  let damage: unknown = null;
  let views: readonly SavedView[] = [];
  let rules: readonly CompiledRule[] = alarmRules(settings, views);
  const shownNotices = new ShownNotices();
  const unreadable = new Set<string>();
  const projectionWait: ProjectionWait = { timedOutAt: null };
  let unseen = 0;
  let hasViews: () => void = () => {};
  const viewsRead = new Promise<void>((resolve) => {
    hasViews = resolve;
  });

  const projection = new AlarmProjection({
    ...parts,
    newestSeq: () => watching.newestSeq,
    matched: (span, signal) =>
      matchedEvents(
        { ...parts, ...cases, projectionWait, onRead },
        rules.filter((rule) => rule.notify.on),
        span,
        signal,
      ),
    context: () => ({ now: clock.now(), settings, zone, ruleHours: ruleHours(rules), newId: parts.newId }),
    notify,
  });

  function notify(one: NotificationChange): void {
    if (localOutlet === null) return;
    const { id } = one.alarm;
    const onDelivery = (delivery: LocalDelivery) => {
      if (!closed.signal.aborted) void projection.apply({ kind: 'delivery', alarm: id, delivery });
    };
    try {
      if (one.kind === 'withdraw') {
        shownNotices.forget(id);
        localOutlet.withdraw(watch, id);
        return;
      }
      const notice = noticeOf(one, { watch, ...watching.label(), zone });
      const isNew = shownNotices.isNew(notice);
      if (notice.isUpdate && acceptedAt(one.alarm) !== null && !isNew) return;
      const maySound = team?.playsSound !== false;
      localOutlet.show({ ...notice, sound: notice.sound && maySound }, onDelivery, maySound);
    } catch (error) {
      // A notification that fails must not prevent the others.
      log.error('a notification could not be sent', { error });
      onDelivery({ outlet: localOutlet.id, outcome: 'not-delivered', detail: null });
    }
  }

  async function showAgainOn({ returned }: Desk, signal: AbortSignal): Promise<void> {
    for (let { revision } = returned; !signal.aborted; { revision } = returned) {
      await returned.changedSince(revision, signal).catch(() => undefined);
      if (!signal.aborted) await projection.apply({ kind: 'desktop-returned' });
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
    cases.deadlines.set(settings.deadlines);
    edited.notify();
  }

  async function readSettings(): Promise<void> {
    try {
      edit({ settings: await files.read(storeIdentity) });
      damage = null;
    } catch (error) {
      damage = error;
      log.warn('the alarm settings cannot be read; the default settings apply', { error });
    }
  }

  async function followViews(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const { state } of parts.views.subscribe(signal)) {
          edit({ views: state });
          hasViews();
        }
      } catch (error) {
        hasViews();
        log.warn('the saved views cannot be read; alarms use the last known views', { error });
        await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      }
    }
  }

  async function present(): Promise<AlarmsSnapshot> {
    if (damage !== null) throw damage;
    return alarmsStateOf({
      settings,
      rules,
      unreadable,
      zone,
      alarms: projection.state.alarms.values(),
      logs: await readableLogs(parts.outletLogs()),
      now: clock.now(),
      shownBy: localOutlet === null || localOutlet.desk?.state.kind === 'missing' ? PAGE : localOutlet.id,
      refused: localOutlet?.refused ?? null,
      desk: localOutlet?.desk?.state ?? null,
      readOnly: false,
    });
  }

  return {
    /** At most twice a second. @throws AppError ALARMS_DAMAGED, STORE_… */
    subscribe(signal: AbortSignal | undefined): StateFeed<AlarmsSnapshot> {
      const ofDesk = localOutlet?.desk == null ? [] : [localOutlet.desk.changes];
      const changes = () => [edited, projection.changes, parts.outletLogs().changes, ...ofDesk];
      const timing = { clock, minIntervalMs: PUBLISH_INTERVAL_MS, maxIntervalMs: () => REFRESH_INTERVAL_MS };
      return stateFeed({ ...timing, changes, read: present }, eitherSignal(signal, closed.signal));
    },
    /** @throws AppError STORE_UNWRITABLE, ALARMS_DAMAGED */
    async putSettings(next: AlarmSettings): Promise<void> {
      await inTurn(async () => {
        // Reads first: settings that cannot be parsed are user data and are never overwritten.
        await files.read(storeIdentity);
        await files.write(storeIdentity, next);
        damage = null;
        edit({ settings: next });
      });
      await projection.apply({ kind: 'time' });
    },
    test: (): Promise<void> => projection.apply({ kind: 'test' }),
    /** @param wasClicked true if the user clicked the notification of the desktop, which may be of an earlier run */
    async open(id: string, wasClicked = false): Promise<ShowTarget | null> {
      // A store that cannot be read now has no alarm to open.
      await projection.load().catch(() => undefined);
      const alarm = projection.state.alarms.get(id);
      if (alarm === undefined) return null;
      await projection.apply({ kind: 'opened', alarm: id, wasClicked });
      const cause = alarmCause(alarm);
      if (cause !== null && settings.acknowledgesForTeam) team?.activity.open(cause, watching.newestSeq);
      return alarmTarget(alarm);
    },
    acknowledge: (alarms: readonly string[]): Promise<void> => projection.apply({ kind: 'seen', alarms }),
    /** `detail`: why the page could not show the alarm; null if it did. */
    async reportDelivery(alarm: string, detail: string | null): Promise<void> {
      const delivery = localOutlet?.reported(watch, alarm, detail) ?? null;
      if (delivery !== null) await projection.apply({ kind: 'delivery', alarm, delivery });
    },
    unacknowledgedCount: (): number => unseen,
    counts: (): readonly AlarmCount[] => projection.counts.all,
    /** The alarms, of which those about watching itself and about overdue groups are for outlets. */
    signals: {
      changes: projection.changes,
      alarms: (): Iterable<Alarm> => projection.state.alarms.values(),
      escalateAfterMs: (): number => settings.deadlines.escalateAfterMinutes * 60_000,
    },

    async run(signal: AbortSignal): Promise<void> {
      await readSettings();
      // A store that cannot be read now is read again by the loop.
      await projection.load().catch(() => undefined);
      const counting = (async () => {
        while (!signal.aborted) {
          const { revision } = projection.changes;
          const count = unacknowledgedAlarms(projection.state.alarms.values()).size;
          if (count !== unseen) {
            unseen = count;
            watching.changes.notify();
          }
          await projection.changes.changedSince(revision, signal).catch(() => undefined);
        }
      })();
      await Promise.all([
        // Waits for the saved views, so that events stored while the process was stopped are matched with all rules.
        viewsRead.then(() => new ProjectionLoop(projection, { committed: watching.committed, clock, log }).run(signal)),
        followViews(signal).finally(hasViews),
        watchAlarmInputs({ ...parts, projection }, signal),
        watchOverdueGroups({ ...parts, projection }, signal),
        localOutlet?.desk && showAgainOn(localOutlet.desk, signal),
        team &&
          watchTeamAlarms({ team, projection, clock, isEnabled: () => settings.acknowledgesForTeam, edited }, signal),
        counting,
      ]);
      closed.abort(new Error('the watch was closed'));
    },
  };
}
