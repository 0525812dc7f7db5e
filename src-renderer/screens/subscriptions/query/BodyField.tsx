/**
 * A small field that writes into the body as soon as what stands in it can be understood. What cannot stays in the field
 * until it is mended or given up (Esc), and says why below it, over the page.
 */
import { type KeyboardEvent, useId, useState } from 'react';
import { visibleText } from '../../../text/visible-text.ts';
import styles from './BodyField.module.css';

export interface ParsedInput {
  /** What is to be known about it; empty: nothing. */
  readonly note: string;
  /** Writes it; `null`: it cannot be understood. */
  readonly write: (() => void) | null;
}

interface BodyFieldProps {
  readonly label: string;
  /** As the body says it. */
  readonly value: string;
  /** To be known about `value`. */
  readonly note: string;
  /** Why what the body says is not to be asked; absent or `null`: it can be. */
  readonly wrong?: string | null;
  readonly placeholder: string;
  readonly size: 'time' | 'number';
  readonly read: (text: string) => ParsedInput;
  /** What Enter does. */
  readonly enter: () => void;
}

export function BodyField(props: BodyFieldProps) {
  const { label, value, note, wrong = null, placeholder, size, read, enter } = props;
  const id = useId();
  /** What somebody writes; `null`: what the body says is shown. */
  const [written, setWritten] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const said = written === null || written === value ? { note, write: null } : read(written);
  const isUnread = written !== null && written !== value && said.write === null;
  const isWrong = isUnread || wrong !== null;
  const words = isUnread ? said.note : (wrong ?? said.note);
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
