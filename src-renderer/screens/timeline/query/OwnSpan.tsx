/** From one time to another, as the clock of the shown zone writes them. */
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Span } from '../../../../src-shared/domain/filter-edit.ts';
import { type Zone, zoneText } from '../../../time/time-text.ts';
import { wallText, zoneName } from '../../../time/zoned-time.ts';
import { momentOf } from './time-span.ts';
import { TimeField } from './TimeField.tsx';
import { wallTime } from './wall-time.ts';
import styles from './OwnSpan.module.css';

interface OwnSpanProps {
  readonly span: Span;
  readonly now: number;
  readonly zone: Zone;
  readonly choose: (span: Span) => void;
}

export function OwnSpan({ span, now, zone, choose }: OwnSpanProps) {
  const written = (time: Span['since']) => (time === null ? '' : wallText(momentOf(time, now), zoneName(zone)));
  const [from, setFrom] = useState(() => written(span.since));
  const [to, setTo] = useState(() => written(span.until));
  const [since, until] = [wallTime(from, zone, 'first'), wallTime(to, zone, 'last')];
  const isBackward = since.at !== null && until.at !== null && until.at <= since.at;
  const isMissing = (from !== '' && since.at === null) || (to !== '' && until.at === null);
  function set(event: FormEvent): void {
    event.preventDefault();
    if (isBackward || isMissing) return;
    const at = (moment: number | null) => (moment === null ? null : { kind: 'at' as const, at: moment });
    choose({ since: at(since.at), until: at(until.at) });
  }
  return (
    <form className={styles['form']} onSubmit={set}>
      <TimeField label="From" value={from} note={since.note} change={setFrom} />
      <TimeField
        label="To"
        value={to}
        note={isBackward ? 'This is not later than where it begins.' : until.note}
        change={setTo}
      />
      <div className={styles['last']}>
        <span className={styles['zone']}>Times in {zoneText(since.at ?? now, zone)}; empty: no bound</span>
        <Button type="submit" disabled={isBackward || isMissing}>
          Show
        </Button>
      </div>
    </form>
  );
}
