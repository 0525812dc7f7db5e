import { type ReactNode, useState } from 'react';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import type { Span } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import { isLocalOutlet } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
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
import { AlarmLane } from './AlarmLane.tsx';
import { useIanaZone } from '../../../alarms/use-iana-zone.ts';

interface AlarmGroupProps {
  /** All have the same cause; the newest is first. */
  readonly alarms: readonly [Alarm, ...Alarm[]];
  readonly outlets: readonly NamedOutlet[];
  readonly isDisabled: boolean;
}

interface AlarmGroupWithLaneProps extends AlarmGroupProps {
  /** Time of all lanes of the list. */
  readonly span: Span;
}

export function AlarmGroup({ alarms, span, ...others }: AlarmGroupWithLaneProps) {
  const [isOpen, setOpen] = useState(false);
  const [newest, ...earlier] = alarms;
  const first = alarms.at(-1) ?? newest;
  return (
    <>
      <AlarmLine
        alarm={newest}
        unseen={alarms.filter(({ seenAt }) => seenAt === null)}
        lane={<AlarmLane alarms={alarms} span={span} />}
        {...others}
      >
        {earlier.length > 0 && (
          <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {numberText(alarms.length)} alarms since <Time at={first.firstAt} />
          </Button>
        )}
      </AlarmLine>
      {isOpen && earlier.map((alarm) => <AlarmLine key={alarm.id} alarm={alarm} unseen={[]} {...others} />)}
    </>
  );
}

interface AlarmLineProps extends Omit<AlarmGroupProps, 'alarms'> {
  readonly alarm: Alarm;
  /** Acknowledged together. */
  readonly unseen: readonly Alarm[];
  readonly lane?: ReactNode;
  readonly children?: ReactNode;
}

function AlarmLine({ alarm, unseen, outlets, isDisabled, lane, children }: AlarmLineProps) {
  const zone = useIanaZone();
  const open = useOpenAlarm();
  const { alarms } = useStores();
  const { id, firstAt, how, silence, seenAt } = alarm;
  const reason = alarmReasonWords(alarm);
  const delivered = deliveriesWords(alarm, outlets, zone);
  const words = [reason, ...(silence === null ? [channelsWords(how)] : []), ...(delivered === '' ? [] : [delivered])];
  // A banner above says why this desktop or browser shows nothing.
  const isDelivered =
    silence === null &&
    alarm.deliveries.every(({ outlet, outcome }) => outcome === 'delivered' || isLocalOutlet(outlet));
  return (
    <li className={styles['line']} data-new={seenAt === null}>
      <AlarmMark alarm={alarm} />
      <Time at={firstAt} />
      <div className={styles['words']}>
        <button type="button" className={styles['title']} data-printed onClick={() => void open(id)}>
          <Untrusted text={alarmTitle(alarm, zone)} truncate="end" />
        </button>
        <span className={styles['why']} data-delivered={isDelivered}>
          <Untrusted text={words.join(' · ')} />
        </span>
        {lane}
      </div>
      <span className="row quiet gap-2 packed-end nowrap">
        {acknowledgedAfterWords(alarm)}
        {children}
        {unseen.length > 0 && (
          <Button
            size="compact-xs"
            disabled={isDisabled}
            onClick={() => void alarms.acknowledge(unseen.map((each) => each.id))}
          >
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
