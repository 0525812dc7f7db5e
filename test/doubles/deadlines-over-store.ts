/** Runs the alarms and the turns of a watch over a real store, with a clock that the test moves, and restarts them. */
import { onTestFinished } from 'vitest';
import { createAlarms } from '../../src-main/core/alarms/create-alarms.ts';
import { TurnLog } from '../../src-main/core/outlets/turn-log.ts';
import { localDelivery } from '../../src-main/core/outlets/local/local-outlet.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import type { Cases } from '../../src-main/core/cases/create-cases.ts';
import type { StreamStatus } from '../../src-shared/api/stream/stream-status.ts';
import type { Alarm } from '../../src-shared/domain/alarms/raised-alarm.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { DEFAULT_DEADLINES, type DeadlineSettings } from '../../src-shared/domain/cases/deadline.ts';
import { consequenceKinds } from '../../src-shared/domain/cases/case-keys.ts';
import { DESKTOP } from '../../src-shared/domain/outlets/local-outlets.ts';
import { watchIdSchema } from '../../src-shared/domain/identity.ts';
import { casesOverStore, STORE_IDENTITY } from './cases-over-store.ts';
import { MemoryAlarmFiles } from './memory-alarm-files.ts';

export interface ShownAlarm {
  /** Wall clock and monotonic clock when it notified. */
  readonly at: number;
  readonly monotonic: number;
  readonly about: Alarm['about'] & { readonly kind: 'overdue' };
  readonly title: string;
  readonly how: { readonly banner: boolean; readonly sound: boolean };
}

/** Turns of the event loop for one look at the groups. */
const TURNS = 6;

export function sameTimes(
  times: DeadlineSettings['byConsequence']['unusable'],
  settings: Partial<DeadlineSettings> = {},
): DeadlineSettings {
  const byConsequence = Object.fromEntries(consequenceKinds.map((kind) => [kind, times]));
  return { ...DEFAULT_DEADLINES, ...settings, byConsequence: { ...DEFAULT_DEADLINES.byConsequence, ...byConsequence } };
}

/** Notifications of failures are left out: `shown` has only those of overdue groups. */
export async function deadlinesOverStore(
  deadlines: DeadlineSettings,
  settings: Partial<typeof DEFAULT_ALARM_SETTINGS> = {},
) {
  const made = await casesOverStore();
  const { clock, store } = made;
  const files = new MemoryAlarmFiles();
  files.stored.set(STORE_IDENTITY.id, { ...DEFAULT_ALARM_SETTINGS, perMinute: 60, ...settings, deadlines });
  const shown: ShownAlarm[] = [];
  const withdrawn: string[] = [];
  const transitions = new ChangeSignal();
  let stream: StreamStatus = { kind: 'watching', since: 0, lastEventAt: 0, lastHeartbeatAt: null };
  let ids = 0;

  function start(casesParts: Parameters<typeof made.run>[0] = {}) {
    const { cases, end: endCases } = made.run(casesParts);
    const ending = new AbortController();
    const alarms = createAlarms({
      watch: watchIdSchema.parse('the-watch'),
      storeIdentity: STORE_IDENTITY,
      files,
      views: {
        async *subscribe() {
          yield { revision: 1, state: [] };
          await clock.sleep(1e12, ending.signal);
        },
      },
      localOutlet: {
        id: DESKTOP,
        refused: null,
        desk: null,
        show(notice, onDelivery) {
          const alarm = alarmOf(notice.alarm);
          if (!notice.isUpdate && alarm?.about.kind === 'overdue') {
            const { title, banner, sound } = notice;
            shown.push({
              at: clock.now(),
              monotonic: clock.monotonic(),
              about: alarm.about,
              title,
              how: { banner, sound },
            });
          }
          onDelivery(localDelivery(DESKTOP, null));
        },
        reported: () => null,
        withdraw: (_watch, id) => withdrawn.push(id),
      },
      team: null,
      outletLogs: () => ({ changes: new ChangeSignal(), read: async () => [] }),
      reader: store.reader,
      writer: store.writer,
      cases,
      clock,
      log: made.log,
      newId: () => `alarm-${(ids += 1)}`,
      watching: {
        get stream() {
          return stream;
        },
        storage: { kind: 'storing' },
        transitions,
        nextChangeIn: () => null,
        label: () => ({ profile: 'Acme', domain: null, practice: false }),
        committed: made.stored,
        changes: new ChangeSignal(),
        get newestSeq() {
          return made.newestSeq();
        },
      },
    });
    const alarmOf = (id: string) => [...alarms.signals.alarms()].find((alarm) => alarm.id === id);
    const turns = new TurnLog({
      cases,
      signals: alarms.signals,
      writer: store.writer,
      clock,
      log: made.log,
      newId: () => `turn-${(ids += 1)}`,
    });
    const running = Promise.all([alarms.run(ending.signal), turns.run(ending.signal)]);
    return {
      cases,
      alarms,
      turns,
      async end() {
        ending.abort(new Error('the test stops'));
        await running;
        await endCases();
      },
    };
  }

  /** Lets the work that each sleeper starts finish before the clock moves on: reading and committing take several turns. */
  async function advance(ms: number): Promise<void> {
    const until = clock.monotonic() + ms;
    while (clock.monotonic() < until) {
      await clock.advance(Math.min(until - clock.monotonic(), clock.nextDueIn ?? Infinity));
      for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  let watch = start();
  onTestFinished(() => watch.end());
  const act = async (work: (cases: Cases) => Promise<unknown>) => {
    await work(watch.cases);
    await watch.cases.waitUntilCaughtUp();
  };
  return {
    ...made,
    files,
    shown,
    withdrawn,
    act,
    advance,
    current: () => watch,
    setStream(next: StreamStatus) {
      stream = next;
      transitions.notify();
    },
    /** @param isFromEvents true to derive the cases again from the stored events */
    restart: async (isFromEvents = false, casesParts: Parameters<typeof made.run>[0] = {}): Promise<void> => {
      await watch.end();
      watch = start({ ...casesParts, ...(isFromEvents && { projection: made.openProjection() }) });
      await advance(1);
    },
    overdue: () =>
      [...watch.alarms.signals.alarms()].flatMap(({ about, ...rest }) =>
        about.kind === 'overdue' ? [{ about, ...rest }] : [],
      ),
  };
}
