import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmTitle } from '../../../src-shared/words/alarms/alarm-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { AlarmMark } from '../../alarms/AlarmMark.tsx';
import { useIanaZone } from '../../alarms/use-iana-zone.ts';
import { useOpenAlarm } from '../../alarms/use-open-alarm.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Time } from '../../components/Time.tsx';
import { useAlarms, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';
import styles from '../BarPopover.module.css';
import type { UnacknowledgedAlarms } from './use-unacknowledged-alarms.ts';

/** The rest is in the alarm history. */
const MAX_LISTED = 12;

export function AlarmEntries({ unacknowledged: { count, alarms, ids } }: { unacknowledged: UnacknowledgedAlarms }) {
  const { alarms: store } = useStores();
  const refusal = useAlarms((state) => state.requestError);
  if (count === 0) return null;
  const more = count - Math.min(MAX_LISTED, alarms.length);
  return (
    <>
      {alarms.slice(0, MAX_LISTED).map((alarm, index) => (
        <Entry key={alarm.id} alarm={alarm} ids={ids[index] ?? []} />
      ))}
      <li className="meta row apart gap-3">
        <a href={hrefOf('settings', { part: 'alarms' })}>
          {more > 0 ? `${numberText(more)} more in the history` : 'Alarm history'}
        </a>
        {refusal !== null && <span role="alert">{visibleText(failureWords(refusal))}</span>}
        {alarms.length > 1 && (
          <Button size="compact-xs" onClick={() => void store.acknowledge(ids.flat())}>
            Acknowledge all
          </Button>
        )}
      </li>
    </>
  );
}

function Entry({ alarm, ids }: { alarm: Alarm; ids: readonly string[] }) {
  const { alarms: store } = useStores();
  const zone = useIanaZone();
  const open = useOpenAlarm();
  const { id, severity, firstAt } = alarm;
  return (
    <li
      className={styles['notice']}
      data-tone={severity === 'failed' || severity === 'watching' ? 'failed' : 'partial'}
    >
      <p className={styles['alarm']}>
        <AlarmMark alarm={alarm} />
        <span className="fill">
          {visibleText(alarmTitle(alarm, zone))}
          <span className="row apart gap-2">
            <span className="meta">
              <Time at={firstAt} />
              {ids.length > 1 && ` · ${numberText(ids.length)} alarms`}
            </span>
            <span className="row gap-1">
              <Button size="compact-xs" onClick={() => void open(id)}>
                Show
              </Button>
              <Button size="compact-xs" onClick={() => void store.acknowledge(ids)}>
                Acknowledge
              </Button>
            </span>
          </span>
        </span>
      </p>
    </li>
  );
}
