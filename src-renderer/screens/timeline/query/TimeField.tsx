/** Input for a date and a time in the format of the page, independent of the browser's language, with a note below. */
import { useId } from 'react';
import styles from './TimeField.module.css';

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly isFirst?: boolean;
  readonly change: (value: string) => void;
}

export function TimeField({ label, value, note, isFirst = false, change }: TimeFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className="quiet nowrap" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="text-field"
        placeholder="2026-11-21 14:00"
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        value={value}
        data-autofocus={isFirst || undefined}
        onFocus={(event) => isFirst && event.currentTarget.select()}
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
