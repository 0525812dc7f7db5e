/** Start and end of a shift in the shown zone. */
import { useState } from 'react';
import { type Zone, zoneText } from '../../time/time-text.ts';
import { fieldsOfSpan, type ReportSpan, parseSpanFields, resolveSpan } from '../../time/report-span.ts';
import { zoneName } from '../../time/zoned-time.ts';
import { SpanForm } from './SpanForm.tsx';

interface ShiftFieldsProps {
  readonly span: ReportSpan;
  readonly now: number;
  readonly zone: Zone;
  readonly choose: (span: ReportSpan) => void;
}

export function ShiftFields({ span, now, zone, choose }: ShiftFieldsProps) {
  const [fields, setFields] = useState(() => fieldsOfSpan(span, now, zoneName(zone)));
  const meant = parseSpanFields(fields.from, fields.to, zoneName(zone), resolveSpan(span, now));
  const field = (name: 'from' | 'to', label: string) => ({
    label,
    value: fields[name],
    set: (value: string) => setFields({ ...fields, [name]: value }),
  });
  return (
    <SpanForm
      type="datetime-local"
      first={field('from', 'Shift from')}
      last={field('to', 'Shift to')}
      wrong={meant.kind === 'wrong' ? meant.words : null}
      show={() => {
        if (meant.kind === 'fixed') choose(meant);
      }}
    >
      <span className="meta">{zoneText(now, zone)}</span>
    </SpanForm>
  );
}
