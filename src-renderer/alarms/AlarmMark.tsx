import type { AlarmSeverity } from '../../src-shared/domain/cases/alarm.ts';
import { Glyph } from '../components/Glyph.tsx';
import { OutcomeMark } from '../components/OutcomeMark.tsx';

export function AlarmMark({ severity }: { severity: AlarmSeverity }) {
  if (severity === 'failed' || severity === 'partial' || severity === 'unknown')
    return <OutcomeMark outcome={severity} />;
  return (
    <span>
      <Glyph shape={severity === 'watching' ? 'hatched' : 'ring'} />
      <span className="visually-hidden">{severity === 'watching' ? 'Not watching' : 'Event'}</span>
    </span>
  );
}
