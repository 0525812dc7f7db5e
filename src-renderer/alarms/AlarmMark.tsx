import { AlarmClock } from 'lucide-react';
import type { Alarm } from '../../src-shared/domain/alarms/raised-alarm.ts';
import { Glyph } from '../components/Glyph.tsx';
import { OutcomeMark } from '../components/OutcomeMark.tsx';

export function AlarmMark({ alarm: { about, severity } }: { alarm: Pick<Alarm, 'about' | 'severity'> }) {
  if (about.kind === 'overdue')
    return (
      <span className="failed">
        <AlarmClock size={13} aria-hidden="true" />
        <span className="visually-hidden">Overdue</span>
      </span>
    );
  if (severity === 'failed' || severity === 'partial' || severity === 'unknown')
    return <OutcomeMark outcome={severity} />;
  return (
    <span>
      <Glyph shape={severity === 'watching' ? 'hatched' : 'ring'} />
      <span className="visually-hidden">{severity === 'watching' ? 'Not watching' : 'Event'}</span>
    </span>
  );
}
