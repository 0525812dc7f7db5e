/** Start and end of a shift in the shown zone. An invalid span shows an error and changes nothing. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { type Zone, zoneText } from '../../time/time-text.ts';
import { fieldsOfSpan, type ReportSpan, parseSpanFields, resolveSpan } from '../../time/report-span.ts';
import { zoneName } from '../../time/zoned-time.ts';
import styles from './Report.module.css';

interface ShiftFieldsProps {
  readonly span: ReportSpan;
  readonly now: number;
  readonly zone: Zone;
  readonly choose: (span: ReportSpan) => void;
}

export function ShiftFields({ span, now, zone, choose }: ShiftFieldsProps) {
  const [fields, setFields] = useState(() => fieldsOfSpan(span, now, zoneName(zone)));
  const meant = parseSpanFields(fields.from, fields.to, zoneName(zone), resolveSpan(span, now));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (meant.kind === 'fixed') choose(meant);
  }
  const field = (name: 'from' | 'to', label: string) => (
    <input
      type="datetime-local"
      className={`${styles['moment']} text-field`}
      aria-label={label}
      value={fields[name]}
      onChange={({ currentTarget }) => setFields({ ...fields, [name]: currentTarget.value })}
    />
  );
  return (
    <form className="row wraps gap-2" onSubmit={submit}>
      {field('from', 'Shift from')}
      <span aria-hidden="true">–</span>
      {field('to', 'Shift to')}
      <span className="meta">{zoneText(now, zone)}</span>
      <Button type="submit" size="compact-xs" disabled={meant.kind === 'wrong'}>
        Show
      </Button>
      {meant.kind === 'wrong' && <span className="meta">{meant.words}</span>}
    </form>
  );
}
