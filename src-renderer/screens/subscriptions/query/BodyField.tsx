/**
 * Writes into the body as soon as its text can be parsed. Other text stays, with the reason, until corrected or Esc.
 */
import { type KeyboardEvent, useId, useState } from 'react';
import { visibleText } from '../../../text/visible-text.ts';
import styles from './BodyField.module.css';

export interface ParsedInput {
  readonly note: string;
  readonly write: (() => void) | null;
}

interface BodyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** Why the value in the body must not be sent; missing or null if it may. */
  readonly wrong?: string | null;
  readonly placeholder: string;
  readonly size: 'time' | 'number';
  readonly read: (text: string) => ParsedInput;
  readonly enter: () => void;
}

export function BodyField(props: BodyFieldProps) {
  const { label, value, note, wrong = null, placeholder, size, read, enter } = props;
  const id = useId();
  /** Text that the user types; null while the value of the body is shown. */
  const [written, setWritten] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const parsed = written === null || written === value ? { note, write: null } : read(written);
  const isUnread = written !== null && written !== value && parsed.write === null;
  const isWrong = isUnread || wrong !== null;
  const words = isUnread ? parsed.note : (wrong ?? parsed.note);
  const isNoted = words !== '' && (isFocused || isWrong);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) enter();
    if (event.key !== 'Escape' || written === null) return;
    event.stopPropagation();
    setWritten(null);
  }
  return (
    <span className={styles['field']} data-size={size}>
      <input
        className={`${styles['input']} text-field`}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isNoted ? id : undefined}
        inputMode={size === 'number' ? 'numeric' : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={written ?? visibleText(value)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          if (!isUnread) setWritten(null);
        }}
        onChange={({ currentTarget }) => {
          setWritten(currentTarget.value);
          read(currentTarget.value).write?.();
        }}
      />
      {isNoted && (
        <span className={styles['note']} id={id} data-wrong={isWrong}>
          {words}
        </span>
      )}
    </span>
  );
}
