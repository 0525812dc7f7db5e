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
        {note !== undefined && <span className="meta">{note}</span>}
      </div>
    </fieldset>
  );
}

export function DialogTextInput(props: {
  label: string;
  value: string;
  change: (value: string) => void;
  maxLength: number;
  mono?: boolean;
  placeholder?: string;
  /** Focuses the field and selects its text when the dialog opens, so that typing replaces it. */
  first?: boolean;
  commit?: () => void;
  /** Called on Escape, which then does not close the dialog. */
  cancel?: () => void;
  /** The value is about the user, so the browser may fill it in (WCAG 1.3.5). */
  autoComplete?: 'name';
}) {
  const { commit, cancel } = props;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && commit !== undefined) commit();
    else if (event.key === 'Escape' && cancel !== undefined) {
      cancel();
      event.stopPropagation();
    }
  }
  return (
    <input
      className={`full-width text-field`}
      aria-label={props.label}
      data-mono={props.mono === true}
      data-autofocus={props.first === true ? true : undefined}
      maxLength={props.maxLength}
      placeholder={props.placeholder}
      autoComplete={props.autoComplete ?? 'off'}
      spellCheck={false}
      value={props.value}
      onKeyDown={onKeyDown}
      onBlur={commit}
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
  /** Id of a text that says why it is disabled. */
  describedBy?: string;
}) {
  return (
    <label className={styles['check']} data-disabled={props.disabled === true}>
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled === true}
        aria-describedby={props.describedBy}
        onChange={(event) => props.change(event.currentTarget.checked)}
      />
      {props.name}
    </label>
  );
}
