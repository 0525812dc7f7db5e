import { choices } from '../../../components/controls/choices.ts';
import { useState } from 'react';
import type { AlarmsSnapshot } from '../../../../src-shared/api/alarms.ts';
import { alarmsByCause } from '../../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { type AlarmStatus, alarmStatus } from '../../../../src-shared/domain/alarms/alarm-status.ts';
import { alarmsTodayWords, unacknowledgedWords } from '../../../../src-shared/words/alarms/alarm-words.ts';
import { deskWords } from '../../../../src-shared/words/alarms/desk-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { Time } from '../../../components/Time.tsx';
import { useNow, useStores } from '../../../stores/use-stores.ts';
import { dayStart } from '../../../time/zoned-time.ts';
import { AlarmGroup } from './AlarmLine.tsx';
import styles from './AlarmHistory.module.css';

type HistoryFilter = 'all' | 'not-shown';
/** The rules are below. */
const MAX_LISTED = 8;
const NOT_SHOWN: ReadonlySet<AlarmStatus> = new Set(['not-shown', 'held-back']);

export function AlarmHistory({ snapshot, isDisabled: isFixed }: { snapshot: AlarmsSnapshot; isDisabled: boolean }) {
  const { alarms: store } = useStores();
  const now = useNow(60_000);
  const [filter, setFilter] = useState<HistoryFilter>('all');
  const [isWhole, setWhole] = useState(false);
  const { today, unseen, zone, alarms, outlets, desk } = snapshot;
  const midnight = dayStart(now, 0, zone);
  const matching = alarms.filter((alarm) => filter === 'all' || NOT_SHOWN.has(alarmStatus(alarm)));
  const causes = alarmsByCause(matching);
  const listed = isWhole ? causes : causes.slice(0, MAX_LISTED);
  const todays = listed.filter(([{ firstAt }]) => firstAt >= midnight);
  const before = listed.slice(todays.length);
  const span = { from: Math.min(now, ...listed.flat().map(({ firstAt }) => firstAt)), to: now };
  const group = (grouped: (typeof causes)[number]) => (
    <AlarmGroup key={grouped[0].id} alarms={grouped} span={span} outlets={outlets} isDisabled={isFixed} />
  );
  const open = alarms.filter(({ seenAt }) => seenAt === null).map(({ id }) => id);
  return (
    <Panel
      flush
      title={alarmsTodayWords(today)}
      headExtra={
        <span className="row wraps gap-1-3">
          {unseen > 0 && <span>{unacknowledgedWords(unseen)}</span>}
          {unseen > 0 && (
            <Button size="compact-xs" disabled={isFixed} onClick={() => void store.acknowledge(open)}>
              Acknowledge all
            </Button>
          )}
          <SegmentedControl
            label="Which alarms"
            options={choices({ all: 'All', 'not-shown': 'Not shown' })}
            value={filter}
            choose={setFilter}
          />
        </span>
      }
    >
      {desk !== null && (
        <p className={styles['desk']}>
          <Untrusted text={deskWords(desk)} />
        </p>
      )}
      {matching.length === 0 ? (
        <p className={styles['none']}>
          {filter === 'all' ? 'No alarms yet.' : 'The desktop or a page accepted all alarms.'}
        </p>
      ) : (
        <>
          <p className={styles['span']}>
            Each line: its alarms from <Time at={span.from} /> to now, drawn through while they are open.
          </p>
          <ul className={styles['list']} aria-label="Alarms, newest first">
            {todays.map(group)}
            {before.length > 0 && <li className={styles['earlier']}>Earlier</li>}
            {before.map(group)}
            {causes.length > MAX_LISTED && (
              <li className={styles['earlier']}>
                <Button size="compact-xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                  {isWhole ? 'Show fewer' : `Show all ${numberText(causes.length)} causes`}
                </Button>
              </li>
            )}
          </ul>
        </>
      )}
    </Panel>
  );
}
