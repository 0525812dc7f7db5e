/** Applies on blur and on Enter. A text with a mistake stays until it is corrected or taken back with Escape. */
import { type KeyboardEvent, useId, useState } from 'react';
import type { Typed } from './deadline-fields.ts';
import styles from './DeadlinesPanel.module.css';

interface TypedFieldProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly text: (value: Value) => string;
  readonly read: (typed: string) => Typed<Value>;
  readonly isDisabled: boolean;
  readonly change: (value: Value) => void;
}

const MAX_LENGTH = 40;

/** Renders the field and its mistake as two elements, so that the mistake can have a line of its own. */
export function TypedField<Value>({ label, value, text, read, isDisabled, change }: TypedFieldProps<Value>) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [wasLeft, setLeft] = useState(false);
  const answer = typed === null ? null : read(typed);
  const mistake = wasLeft && answer?.kind === 'mistake' ? answer.words : null;

  function leave(): void {
    if (answer?.kind === 'mistake') return setLeft(true);
    reset();
    if (answer !== null && answer.value !== value) change(answer.value);
    return undefined;
  }
  function reset(): void {
    setTyped(null);
    setLeft(false);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') leave();
    else if (event.key === 'Escape' && typed !== null) {
      reset();
      event.stopPropagation();
    }
  }
  return (
    <>
      <input
        className={`${styles['typed']} text-field`}
        type="text"
        aria-label={label}
        aria-invalid={mistake !== null}
        aria-describedby={mistake === null ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        disabled={isDisabled}
        value={typed ?? text(value)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {mistake !== null && (
        <output id={id} className={styles['mistake']}>
          {mistake}
        </output>
      )}
    </>
  );
}
