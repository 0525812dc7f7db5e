/**
 * Alarms of a watch, in memory. The test emits states and notifications. No code here decides about alarms.
 */
import type { Watch } from '../../src-main/core/watch.ts';
import type { AlarmsSnapshot, PageNotification, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { BackTest } from '../../src-shared/api/quality/back-test.ts';
import type { Alarm } from '../../src-shared/domain/alarms/raised-alarm.ts';
import { standardRules, standardRuleTable, DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { PAGE } from '../../src-shared/domain/outlets/local-outlets.ts';
import { zoneOffsetText } from '../../src-shared/lib/zoned-format.ts';
import { aboutFailures, anAlarm } from './alarms.ts';
import { PageFeed } from './page-feed.ts';
import { START } from './page-watch.ts';
import { PagePart, type Served } from './routed-client.ts';

const CODE = 'START_PROFILE_ALLOCATION_FAILED';

export function anAllocationAlarm(part: Partial<Alarm> = {}): Alarm {
  const countries = [
    { country: 'NO', count: 131 },
    { country: 'SE', count: 62 },
    { country: 'PL', count: 21 },
  ];
  return anAlarm({
    about: aboutFailures({ errorCode: CODE, failures: 214, eids: 214, countries, only: null }),
    since: START - 3_600_000,
    firstAt: START - 600_000,
    lastAt: START - 500_000,
    firstSeq: 4_711,
    lastSeq: 4_925,
    deliveries: [{ outlet: PAGE, at: START - 600_000, outcome: 'delivered', detail: null }],
    ...part,
  });
}

export function alarmsState(part: Partial<AlarmsSnapshot> = {}): AlarmsSnapshot {
  return {
    settings: DEFAULT_ALARM_SETTINGS,
    zone: 'Europe/Berlin',
    zoneOffset: zoneOffsetText('Europe/Berlin', START),
    quietUntil: null,
    shiftUntil: null,
    rules: standardRules.map((standard) => ({
      id: standard,
      standard,
      name: '',
      query: standardRuleTable[standard].query,
      notify: DEFAULT_ALARM_SETTINGS.standard[standard],
      lastAt: null,
      today: 0,
      isUnreadable: false,
    })),
    alarms: [],
    today: { all: 0, accepted: 0, opened: 0 },
    unseen: 0,
    outlets: [],
    shownBy: PAGE,
    desk: null,
    refused: null,
    readOnly: false,
    ...part,
  };
}

export class PageAlarms extends PagePart {
  state: AlarmsSnapshot = alarmsState();
  target: ShowTarget = { kind: 'screen', screen: 'watch' };
  readonly feed = new PageFeed(() => this.state);
  readonly notifications = new PageFeed<PageNotification>();

  emit(part: Partial<AlarmsSnapshot>): void {
    this.state = { ...this.state, ...part };
    this.feed.emit(this.state);
  }
  endNotices(): void {
    this.notifications.end(null);
  }
  emitNotice(notice: PageNotification): void {
    this.notifications.emit(notice);
  }

  backTest: (query: Parameters<Watch['backTest']['run']>[0]) => BackTest = ({ from, withLoad }) => ({
    from,
    to: START,
    completeFrom: from,
    effect: { calls: 21, atNight: 9, missed: 0 },
    taken: 11,
    estimatedSignals: 0,
    isShortened: false,
    isBehind: false,
    load: withLoad ? [] : null,
  });

  readonly served = {
    backTest: { run: async (query) => this.backTest(query) },
    alarms: {
      putSettings: async (settings) => this.emit({ settings }),
      test: async () => undefined,
      open: async () => this.target,
      acknowledge: async () => undefined,
      reportDelivery: async () => undefined,
    },
  } satisfies Served<Watch>;
}
