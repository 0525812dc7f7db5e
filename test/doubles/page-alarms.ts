/**
 * Alarms for the page, in memory. The test emits states and notifications, and all calls are recorded. No code here
 * decides about alarms.
 */
import type { BackendClient, FeedListener } from '../../src-renderer/backend/client.ts';
import type {
  Alarm,
  AlarmsSnapshot,
  AlarmNotification,
  PageNotification,
  ShowTarget,
} from '../../src-shared/api/alarms.ts';
import { STANDARD_QUERIES, standardRules, DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { type Cause, causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import { watchIdSchema } from '../../src-shared/domain/identity.ts';

const NOON = Date.UTC(2026, 10, 21, 14);
const ALLOCATION: Cause = {
  kind: 'localization',
  operation: 'ALLOCATED',
  type: null,
  code: 'START_PROFILE_ALLOCATION_FAILED',
};

export function anAllocationAlarm(part: Partial<Alarm> = {}): Alarm {
  return {
    id: 'alarm-1',
    about: {
      kind: 'failures',
      cause: causeKey(ALLOCATION),
      eventKind: 'LOCALIZATION',
      operation: ALLOCATION.operation,
      errorCode: ALLOCATION.code,
      failures: 214,
      eids: 214,
      isMore: false,
      requests: 0,
      wholly: 0,
      failedResources: 0,
      resources: 0,
      countries: [
        { country: 'NO', count: 131 },
        { country: 'SE', count: 62 },
        { country: 'PL', count: 21 },
      ],
      others: 0,
      only: null,
    },
    severity: 'failed',
    rules: [{ id: 'failures', name: '' }],
    how: { banner: true, sound: false, badge: true },
    since: NOON - 3_600_000,
    firstAt: NOON - 600_000,
    lastAt: NOON - 500_000,
    firstSeq: 4_711,
    lastSeq: 4_925,
    delivery: { kind: 'shown', at: NOON - 600_000, by: 'page' },
    openedAt: null,
    seenAt: null,
    ...part,
  };
}

export function alarmsState(part: Partial<AlarmsSnapshot> = {}): AlarmsSnapshot {
  return {
    settings: DEFAULT_ALARM_SETTINGS,
    zone: 'Europe/Berlin',
    quietUntil: null,
    rules: standardRules.map((standard) => ({
      id: standard,
      standard,
      name: '',
      query: STANDARD_QUERIES[standard],
      notify: DEFAULT_ALARM_SETTINGS.standard[standard],
      lastAt: null,
      today: 0,
      isUnreadable: false,
    })),
    alarms: [],
    today: { shown: 0, opened: 0, notShown: 0 },
    unseen: 0,
    shownBy: 'page',
    refused: null,
    readOnly: false,
    ...part,
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
    ...part,
  };
}

export class PageAlarms {
  state: AlarmsSnapshot = alarmsState();
  failure: Error | null = null;
  target: ShowTarget = { kind: 'screen', screen: 'watch' };
  readonly calls: unknown[][] = [];
  readonly #subscribers = new Set<FeedListener<AlarmsSnapshot>>();
  readonly #listeners = new Set<FeedListener<PageNotification>>();

  get openFeeds(): number {
    return this.#subscribers.size + this.#listeners.size;
  }
  get openNoticeFeeds(): number {
    return this.#listeners.size;
  }
  emit(part: Partial<AlarmsSnapshot>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.#subscribers) listener.onData(this.state);
  }
  endFeed(error: Error | null): void {
    for (const listener of this.#subscribers) listener.onEnd(error);
  }
  endNotices(): void {
    for (const listener of this.#listeners) {
      this.#listeners.delete(listener);
      listener.onEnd(null);
    }
  }
  emitNotice(notice: PageNotification): void {
    for (const listener of this.#listeners) listener.onData(notice);
  }

  readonly alarms: BackendClient['alarms'] = {
    feed: {
      subscribe: (_, listener) => {
        this.#subscribers.add(listener);
        listener.onData(this.state);
        return () => this.#subscribers.delete(listener);
      },
    },
    putSettings: {
      mutate: async ({ watch, settings }) => {
        this.#called('putSettings', watch, settings);
        this.emit({ settings });
      },
    },
    test: { mutate: async ({ watch }) => this.#called('test', watch) },
    open: {
      mutate: async ({ watch, alarm }) => {
        this.#called('open', watch, alarm);
        return { target: this.target };
      },
    },
    acknowledge: { mutate: async ({ watch, alarms }) => this.#called('acknowledge', watch, alarms) },
    reportDelivery: {
      mutate: async ({ watch, alarm, refused }) => this.#called('reportDelivery', watch, alarm, refused),
    },
    notifications: {
      subscribe: (_, listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    },
  };

  #called(...call: unknown[]): void {
    this.calls.push(call);
    if (this.failure !== null) throw this.failure;
  }
}
