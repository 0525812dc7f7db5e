import { type AlarmSettings, MAX_SIGNAL_DELAY_MS } from '../../../../src-shared/domain/cases/alarm.ts';
import { Panel } from '../../../components/Panel.tsx';
import { Time } from '../../../components/Time.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { WeekEditor } from './WeekEditor.tsx';

interface QuietPanelProps {
  readonly settings: AlarmSettings;
  readonly zone: string;
  readonly quietUntil: number | null;
  readonly isDisabled: boolean;
}

export function QuietPanel({ settings, zone, quietUntil, isDisabled }: QuietPanelProps) {
  const { alarms } = useStores();
  return (
    <Panel
      title="Quiet hours"
      headExtra={
        <span className="row wraps gap-1-3">
          <span>
            {quietUntil === null ? (
              'no banner or sound; the badge still counts'
            ) : (
              <>
                quiet now, until <Time at={quietUntil} precision="minute" zoned />
              </>
            )}
          </span>
          <span>{zone}</span>
        </span>
      }
    >
      <WeekEditor
        label="Quiet hours"
        week={settings.quiet}
        emptyText="No quiet hours set. Drag over the week to set some."
        change={(quiet) => void alarms.changeSettings({ quiet })}
        isDisabled={isDisabled}
      />
      <p className="meta">
        An interruption of the watch alarms in quiet hours, too, if it lasts {MAX_SIGNAL_DELAY_MS / 60_000} minutes.
      </p>
    </Panel>
  );
}
