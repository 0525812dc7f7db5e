/** One alarm of the history: its words lead to what it is about, and opening it from here counts as opened. */
import type { Alarm } from '../../../../src-shared/api/alarms.ts';
import { alarmTitle, howWords, whyWords } from '../../../../src-shared/words/alarm-words.ts';
import { AlarmMark } from '../../../alarms/AlarmMark.tsx';
import { useOpenAlarm } from '../../../alarms/use-open-alarm.ts';
import { Button } from '../../../components/Button.tsx';
import { Time } from '../../../components/Time.tsx';
import { Tip } from '../../../components/Tip.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { lengthText } from '../../../time/time-text.ts';
import styles from './AlarmHistory.module.css';
import { useIanaZone } from '../../../alarms/use-iana-zone.ts';

export function AlarmLine({ alarm, isFixed }: { alarm: Alarm; isFixed: boolean }) {
  const zone = useIanaZone();
  const open = useOpenAlarm();
  const { alarms } = useStores();
  const { id, severity, firstAt, delivery, how, seenAt } = alarm;
  const isNew = seenAt === null;
  const wasShown = delivery.kind === 'shown';
  const why = wasShown ? `${howWords(how)} · ${whyWords(alarm)}` : whyWords(alarm);
  return (
    <li className={styles['line']} data-new={isNew}>
      <AlarmMark severity={severity} />
      <Time at={firstAt} />
      <button type="button" className={styles['title']} data-printed onClick={() => void open(id)}>
        <Untrusted text={alarmTitle(alarm, zone)} lose="end" />
      </button>
      <Tip label={visibleText(why)}>
        <span className={styles['why']} data-shown={wasShown}>
          <Untrusted text={why} lose="end" />
        </span>
      </Tip>
      <span className={styles['after']}>
        {afterWords(alarm)}
        {isNew && (
          <Button variant="default" size="compact-xs" disabled={isFixed} onClick={() => void alarms.seen([id])}>
            Seen
          </Button>
        )}
      </span>
    </li>
  );
}

function afterWords({ openedAt, seenAt, delivery, firstAt }: Alarm): string {
  const from = delivery.kind === 'shown' ? delivery.at : firstAt;
  if (openedAt !== null) return seenAt === null ? 'opened, more since' : `opened ${afterText(openedAt - from)}`;
  if (seenAt !== null) return `seen ${afterText(seenAt - from)}`;
  return delivery.kind === 'shown' ? 'not opened' : '';
}

function afterText(ms: number): string {
  return ms < 1_000 ? 'at once' : `after ${lengthText(ms)}`;
}
