import { useStore } from 'zustand';
import type { AlarmRule } from '../../../../src-shared/api/alarms.ts';
import type { AlarmSettings, AlarmSeverity } from '../../../../src-shared/domain/cases/alarm.ts';
import { useStores } from '../../../stores/use-stores.ts';

const SAMPLE_SOUNDS: readonly (readonly [AlarmSeverity, string])[] = [
  ['failed', 'failed'],
  ['partial', 'partial'],
  ['unknown', 'unknown'],
  ['watching', 'not watching'],
];

export function SoundPanel({ settings, rules }: { settings: AlarmSettings; rules: readonly AlarmRule[] }) {
  const { sounds } = useStores();
  const kind = useStore(sounds, (state) => state.kind);
  const isPermissionRequested =
    settings.watching.sound ||
    // An overdue group always plays a sound.
    Object.values(settings.deadlines.byConsequence).some(
      ({ takeMinutes, endMinutes }) => takeMinutes !== null || endMinutes !== null,
    ) ||
    Object.values(settings.standard).some(({ on, sound }) => on && sound) ||
    rules.some(({ standard, notify }) => standard === null && notify.on && notify.sound);
  return (
    <div className="row wraps min-control gap-1-2">
      <span>{isPermissionRequested ? 'Sounds: hear' : 'Sounds are off; hear'}</span>
      {SAMPLE_SOUNDS.map(([severity, name]) => (
        <button
          key={severity}
          type="button"
          className="link-button small"
          aria-label={`${name}: hear the sound`}
          onClick={() => void sounds.play(severity)}
        >
          {name}
        </button>
      ))}
      {isPermissionRequested && kind === 'blocked' && (
        <span className="meta">This browser plays sounds after your next click in this page.</span>
      )}
    </div>
  );
}
