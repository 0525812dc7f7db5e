import { choices } from '../../../components/controls/choices.ts';
import { useState } from 'react';
import type { AlarmsSnapshot } from '../../../../src-shared/api/alarms.ts';
import { counted, numberText } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { useNow, useStores } from '../../../stores/use-stores.ts';
import { dayStart } from '../../../time/zoned-time.ts';
import { AlarmLine } from './AlarmLine.tsx';
import styles from './AlarmHistory.module.css';

type HistoryFilter = 'all' | 'not-shown';

export function AlarmHistory({ snapshot, isDisabled: isFixed }: { snapshot: AlarmsSnapshot; isDisabled: boolean }) {
  const { alarms: store } = useStores();
  const now = useNow(60_000);
  const [filter, setFilter] = useState<HistoryFilter>('all');
  const { today, unseen, zone, alarms } = snapshot;
  const midnight = dayStart(now, 0, zone);
  const matching = alarms.filter(({ delivery }) => filter === 'all' || delivery.kind === 'not-shown');
  const todaysAlarms = matching.filter(({ lastAt }) => lastAt >= midnight);
  const before = matching.filter(({ lastAt }) => lastAt < midnight);
  const open = alarms.filter(({ seenAt }) => seenAt === null).map(({ id }) => id);
  return (
    <Panel
      flush
      title="Shown today"
      headExtra={
        <span className="row wraps gap-1-3">
          <span>{todayWords(today)}</span>
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
      {matching.length === 0 ? (
        <p className={styles['none']}>{filter === 'all' ? 'No alarms yet.' : 'All alarms were shown.'}</p>
      ) : (
        <ul className={styles['list']} aria-label="Alarms, newest first">
          {todaysAlarms.map((alarm) => (
            <AlarmLine key={alarm.id} alarm={alarm} isDisabled={isFixed} />
          ))}
          {before.length > 0 && <li className={styles['earlier']}>Earlier</li>}
          {before.map((alarm) => (
            <AlarmLine key={alarm.id} alarm={alarm} isDisabled={isFixed} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function todayWords({ shown, opened, notShown }: AlarmsSnapshot['today']): string {
  const words = [counted(shown, 'alarm'), `${numberText(opened)} opened`];
  return [...words, ...(notShown > 0 ? [`${numberText(notShown)} not shown`] : [])].join(', ');
}
