/** An integer between bounds. Applies on blur and on Enter; a value out of bounds becomes the nearest bound. */
import { type KeyboardEvent, useState } from 'react';
import styles from './QuietPanel.module.css';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly isDisabled: boolean;
  readonly change: (value: number) => void;
}

export function NumberField({ label, value, min, max, isDisabled, change }: NumberFieldProps) {
  const [written, setWritten] = useState<string | null>(null);
  function leave(): void {
    if (written === null) return;
    setWritten(null);
    const parsed = Number.parseInt(written, 10);
    const next = Math.min(max, Math.max(min, parsed));
    if (!Number.isNaN(parsed) && next !== value) change(next);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') leave();
    else if (event.key === 'Escape' && written !== null) {
      setWritten(null);
      event.stopPropagation();
    }
  }
  return (
    <input
      className={`${styles['number']} text-field`}
      type="text"
      inputMode="numeric"
      aria-label={label}
      title={`${min} to ${max}`}
      disabled={isDisabled}
      value={written ?? String(value)}
      onChange={(event) => setWritten(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 4))}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  );
}
