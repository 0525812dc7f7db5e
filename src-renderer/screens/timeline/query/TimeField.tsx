/** A date and a time, by the browser's own field, with what is to be known about them below. */
import { useId } from 'react';
import styles from './TimeField.module.css';

interface TimeFieldProps {
  readonly label: string;
  /** `2026-11-21T14:00`, or empty. */
  readonly value: string;
  readonly note: string;
  readonly change: (value: string) => void;
}

export function TimeField({ label, value, note, change }: TimeFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles['input']}
        type="datetime-local"
        value={value}
        max="9999-12-31T23:59"
        aria-describedby={note === '' ? undefined : `${id}-note`}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {note !== '' && (
        <p className={styles['note']} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
