import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import styles from './Report.module.css';

interface SpanField {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

interface SpanFormProps {
  readonly type: 'date' | 'datetime-local';
  readonly first: SpanField;
  readonly last: SpanField;
  /** After the fields. */
  readonly children?: ReactNode;
  /** Why the span cannot be shown; null if it can. */
  readonly wrong: string | null;
  readonly show: () => void;
}

/** First and last moment of a report. An invalid span shows an error and changes nothing. */
export function SpanForm({ type, first, last, children, wrong, show }: SpanFormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (wrong === null) show();
  }
  const field = ({ label, value, set }: SpanField) => (
    <input
      type={type}
      className={`${styles['moment']} text-field`}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
  return (
    <form className="row wraps gap-2" onSubmit={submit}>
      {field(first)}
      <span aria-hidden="true">–</span>
      {field(last)}
      {children}
      <Button type="submit" size="compact-xs" disabled={wrong !== null}>
        Show
      </Button>
      {wrong !== null && <span className="meta">{wrong}</span>}
    </form>
  );
}
