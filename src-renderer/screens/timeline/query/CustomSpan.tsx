import { type FormEvent, useState } from 'react';
import type { FilterSpan } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { type Zone, zonesText } from '../../../time/time-text.ts';
import { TimeField } from './TimeField.tsx';
import { wallTime, writtenTime } from '../../../time/wall-time.ts';

interface CustomSpanProps {
  readonly span: FilterSpan;
  readonly now: number;
  readonly zone: Zone;
  readonly choose: (span: FilterSpan) => void;
}

export function CustomSpan({ span, now, zone, choose }: CustomSpanProps) {
  const written = (time: FilterSpan['since']) => (time === null ? '' : writtenTime(resolveTime(time, now), zone));
  const [from, setFrom] = useState(() => written(span.since));
  const [to, setTo] = useState(() => written(span.until));
  const [since, until] = [wallTime(from, now, zone, 'first'), wallTime(to, now, zone, 'last')];
  const isBackward = since.at !== null && until.at !== null && until.at <= since.at;
  const isMissing = (from.trim() !== '' && since.at === null) || (to.trim() !== '' && until.at === null);
  function set(event: FormEvent): void {
    event.preventDefault();
    if (isBackward || isMissing) return;
    const at = (moment: number | null) => (moment === null ? null : { kind: 'at' as const, at: moment });
    choose({ since: at(since.at), until: at(until.at) });
  }
  return (
    <form className="stack gap-2" onSubmit={set}>
      <TimeField label="From" value={from} note={since.note} change={setFrom} />
      <TimeField
        label="To"
        value={to}
        note={isBackward ? 'The end must be after the start.' : until.note}
        change={setTo}
      />
      <div className="row apart gap-3">
        <span className="meta">
          Times in {zonesText(since.at ?? until.at ?? now, until.at ?? now, zone)}; empty: no limit
        </span>
        <Button variant="filled" type="submit" disabled={isBackward || isMissing}>
          Show
        </Button>
      </div>
    </form>
  );
}
