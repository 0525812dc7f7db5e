import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import type { Zone } from '../../../time/time-text.ts';
import { TimeField } from './TimeField.tsx';
import styles from './GoToTimeForm.module.css';
import { wallTime, writtenTime } from '../../../time/wall-time.ts';

interface GoToTimeFormProps {
  readonly now: number;
  readonly zone: Zone;
  readonly isFirst: boolean;
  readonly go: (at: number) => void;
}

export function GoToTimeForm({ now, zone, isFirst, go }: GoToTimeFormProps) {
  const [text, setText] = useState(() => writtenTime(now, zone));
  const { at, note } = wallTime(text, now, zone, 'first');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (at !== null) go(at);
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TimeField label="Go to" value={text} note={note} isFirst={isFirst} change={setText} />
      <Button type="submit" disabled={at === null}>
        Go
      </Button>
    </form>
  );
}
