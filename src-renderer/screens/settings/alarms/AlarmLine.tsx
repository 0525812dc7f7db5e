import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { acceptedAt } from '../../../../src-shared/domain/alarms/alarm-status.ts';
import { alarmTitle, channelsWords, alarmReasonWords } from '../../../../src-shared/words/alarms/alarm-words.ts';
import { deliveriesWords, type NamedOutlet } from '../../../../src-shared/words/alarms/delivery-words.ts';
import { AlarmMark } from '../../../alarms/AlarmMark.tsx';
import { useOpenAlarm } from '../../../alarms/use-open-alarm.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { lengthText } from '../../../time/time-text.ts';
import styles from './AlarmHistory.module.css';
import { useIanaZone } from '../../../alarms/use-iana-zone.ts';

export function AlarmLine(props: { alarm: Alarm; outlets: readonly NamedOutlet[]; isDisabled: boolean }) {
  const { alarm, outlets, isDisabled } = props;
  const zone = useIanaZone();
  const open = useOpenAlarm();
  const { alarms } = useStores();
  const { id, firstAt, how, seenAt } = alarm;
  const isNew = seenAt === null;
  const reason = alarmReasonWords(alarm);
  const delivered = deliveriesWords(alarm, outlets, zone);
  const words = [
    reason,
    ...(alarm.silence === null ? [channelsWords(how)] : []),
    ...(delivered === '' ? [] : [delivered]),
  ];
  const isDelivered = alarm.silence === null && alarm.deliveries.every(({ outcome }) => outcome === 'delivered');
  return (
    <li className={styles['line']} data-new={isNew}>
      <AlarmMark alarm={alarm} />
      <Time at={firstAt} />
      <div className={styles['words']}>
        <button type="button" className={styles['title']} data-printed onClick={() => void open(id)}>
          <Untrusted text={alarmTitle(alarm, zone)} truncate="end" />
        </button>
        <span className={styles['why']} data-delivered={isDelivered}>
          <Untrusted text={words.join(' · ')} />
        </span>
      </div>
      <span className="row quiet gap-2 packed-end nowrap">
        {acknowledgedAfterWords(alarm)}
        {isNew && (
          <Button size="compact-xs" disabled={isDisabled} onClick={() => void alarms.acknowledge([id])}>
            Acknowledge
          </Button>
        )}
      </span>
    </li>
  );
}

function acknowledgedAfterWords(alarm: Alarm): string {
  const { openedAt, seenAt, firstAt } = alarm;
  const from = acceptedAt(alarm) ?? firstAt;
  if (openedAt !== null) return seenAt === null ? 'opened, more since' : `opened ${afterText(openedAt - from)}`;
  if (seenAt !== null) return `acknowledged ${afterText(seenAt - from)}`;
  return acceptedAt(alarm) === null ? '' : 'not opened';
}

function afterText(ms: number): string {
  return ms < 1_000 ? 'at once' : `after ${lengthText(ms)}`;
}
