/** One line of a dialog: what is asked for at the left, the answer at the right, a word about it beside or below. */
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './DialogField.module.css';

export function DialogField({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={styles['field']} aria-labelledby={id}>
      <span id={id} className={styles['name']}>
        {name}
      </span>
      <div className={styles['answer']}>
        {children}
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </div>
    </fieldset>
  );
}

export function TextField(props: {
  label: string;
  value: string;
  change: (value: string) => void;
  longest: number;
  mono?: boolean;
  /** Chosen whole when the dialog opens, so that typing replaces it. */
  first?: boolean;
  /** On Enter, and when the focus goes on. */
  leave?: () => void;
  /** On Escape, which then closes nothing. */
  giveUp?: () => void;
}) {
  const { leave, giveUp } = props;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && leave !== undefined) leave();
    else if (event.key === 'Escape' && giveUp !== undefined) {
      giveUp();
      event.stopPropagation();
    }
  }
  return (
    <input
      className={`${styles['text']} text-field`}
      aria-label={props.label}
      data-mono={props.mono === true}
      data-autofocus={props.first === true ? true : undefined}
      maxLength={props.longest}
      autoComplete="off"
      spellCheck={false}
      value={props.value}
      onKeyDown={onKeyDown}
      onBlur={leave}
      onFocus={(event) => props.first === true && event.currentTarget.select()}
      onChange={(event) => props.change(event.currentTarget.value)}
    />
  );
}

export function Checkbox(props: {
  name: string;
  checked: boolean;
  change: (checked: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <label className={styles['check']} data-disabled={props.disabled === true}>
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled === true}
        onChange={(event) => props.change(event.currentTarget.checked)}
      />
      {props.name}
    </label>
  );
}
