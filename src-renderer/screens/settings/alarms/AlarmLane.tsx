/** The alarms of one cause over time: a dot for each, and a line while it is open. The list says the same in words. */
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import type { Span } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import styles from './AlarmLane.module.css';

export function AlarmLane({ alarms, span: { from, to } }: { alarms: readonly Alarm[]; span: Span }) {
  const x = (at: number) => `${Math.min(1, Math.max(0, (at - from) / Math.max(1, to - from))) * 100}%`;
  return (
    <svg className={styles['lane']} aria-hidden="true" focusable="false">
      <line className={styles['ground']} x1="0" x2="100%" y1="50%" y2="50%" />
      {alarms.map((alarm) => (
        <g key={alarm.id} data-outcome={alarm.severity}>
          <line x1={x(alarm.firstAt)} x2={x(openUntil(alarm, to))} y1="50%" y2="50%" />
          <circle cx={x(alarm.firstAt)} cy="50%" r="3" />
        </g>
      ))}
    </svg>
  );
}

/** A signal or an overdue group is open until it ends, any other alarm until it is acknowledged. */
export function openUntil({ about, seenAt }: Pick<Alarm, 'about' | 'seenAt'>, now: number): number {
  return ('endedAt' in about ? about.endedAt : seenAt) ?? now;
}
