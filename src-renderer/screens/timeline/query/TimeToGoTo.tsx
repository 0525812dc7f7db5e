/** One moment around which to read on, whatever the span. */
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Zone } from '../../../time/time-text.ts';
import { wallText, zoneName } from '../../../time/zoned-time.ts';
import { TimeField } from './TimeField.tsx';
import styles from './TimeToGoTo.module.css';
import { wallTime } from './wall-time.ts';

interface TimeToGoToProps {
  readonly now: number;
  readonly zone: Zone;
  readonly go: (at: number) => void;
}

export function TimeToGoTo({ now, zone, go }: TimeToGoToProps) {
  const [text, setText] = useState(() => wallText(now, zoneName(zone)));
  const { at, note } = wallTime(text, zone, 'first');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (at !== null) go(at);
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TimeField label="Go to" value={text} note={note} change={setText} />
      <Button type="submit" variant="default" disabled={at === null}>
        Go to {text.slice(11)}
      </Button>
    </form>
  );
}
