import { useState } from 'react';
import { ALARM_LIMITS, type AlarmSettings, DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import { Checkbox } from '../../../components/overlay/DialogField.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { Select } from '../../../components/controls/Select.tsx';
import { Time } from '../../../components/Time.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { NumberField } from './NumberField.tsx';
import { cellText, type QuietCell, weekText } from './quiet-cells.ts';
import { QuietGrid } from './QuietGrid.tsx';
import styles from './QuietPanel.module.css';

interface QuietPanelProps {
  readonly settings: AlarmSettings;
  readonly zoneHere: string;
  /** UTC epoch ms; null if it is not quiet now. */
  readonly quietUntil: number | null;
  readonly isDisabled: boolean;
}

const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function QuietPanel({ settings, zoneHere, quietUntil, isDisabled: isFixed }: QuietPanelProps) {
  const { alarms } = useStores();
  const [looked, setLooked] = useState<QuietCell | null>(null);
  const { quiet, zone, signalBreaksQuietMinutes: breaksAfter } = settings;
  const usual = DEFAULT_ALARM_SETTINGS.signalBreaksQuietMinutes;
  const week = weekText(quiet);
  return (
    <Panel
      title="Quiet hours"
      headExtra={
        <span className={styles['head-actions']}>
          <span>
            {quietUntil === null ? (
              'no banner or sound; the badge still counts'
            ) : (
              <>
                quiet now, until <Time at={quietUntil} precision="minute" zoned />
              </>
            )}
          </span>
          <span className={styles['zone']}>
            <Select
              aria-label="Time zone of the quiet hours"
              disabled={isFixed}
              value={zone ?? ''}
              options={[{ value: '', name: `${zoneHere}, here` }, ...ZONES.map((name) => ({ value: name, name }))]}
              choose={(name) => void alarms.changeSettings({ zone: name === '' ? null : name })}
            />
          </span>
        </span>
      }
    >
      <div>
        <div className={styles['hours']} aria-hidden="true">
          {['00', '06', '12', '18', '24'].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
        <QuietGrid
          week={quiet}
          change={(next) => void alarms.changeSettings({ quiet: next })}
          isDisabled={isFixed}
          onCellHover={setLooked}
        />
      </div>
      <p className={styles['summary']}>
        <span>{week === '' ? 'No quiet hours set. Drag over the week to set some.' : week}</span>
        {looked !== null && <span className={styles['pointed-cell']}>{cellText(looked)}</span>}
      </p>
      <div className={styles['line']}>
        <Checkbox
          name="Break quiet hours when not watching for"
          checked={breaksAfter !== null}
          disabled={isFixed}
          change={(breaks) => void alarms.changeSettings({ signalBreaksQuietMinutes: breaks ? usual : null })}
        />
        <NumberField
          label="Minutes of not watching that break quiet hours"
          value={breaksAfter ?? usual ?? 1}
          {...ALARM_LIMITS.signalBreaksQuietMinutes}
          isDisabled={isFixed || breaksAfter === null}
          change={(minutes) => void alarms.changeSettings({ signalBreaksQuietMinutes: minutes })}
        />
        <span>minutes</span>
      </div>
    </Panel>
  );
}
