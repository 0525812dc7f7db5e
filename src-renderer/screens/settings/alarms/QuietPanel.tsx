import { useState } from 'react';
import { type AlarmSettings, MAX_SIGNAL_DELAY_MS } from '../../../../src-shared/domain/cases/alarm.ts';
import { Panel } from '../../../components/Panel.tsx';
import { Time } from '../../../components/Time.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { cellText, type QuietCell, weekText } from './quiet-cells.ts';
import { QuietGrid } from './QuietGrid.tsx';
import styles from './QuietPanel.module.css';

interface QuietPanelProps {
  readonly settings: AlarmSettings;
  /** IANA zone of the backend's computer. */
  readonly zone: string;
  /** UTC epoch ms; null if it is not quiet now. */
  readonly quietUntil: number | null;
  readonly isDisabled: boolean;
}

export function QuietPanel({ settings, zone, quietUntil, isDisabled: isFixed }: QuietPanelProps) {
  const { alarms } = useStores();
  const [looked, setLooked] = useState<QuietCell | null>(null);
  const { quiet } = settings;
  const week = weekText(quiet);
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
        {looked !== null && <span className="fixed loud">{cellText(looked)}</span>}
      </p>
      <p className="meta">
        An interruption of the watch alarms in quiet hours, too, if it lasts {MAX_SIGNAL_DELAY_MS / 60_000} minutes.
      </p>
    </Panel>
  );
}
