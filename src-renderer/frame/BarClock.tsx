import { SegmentedControl } from '../components/controls/SegmentedControl.tsx';
import { useAppearance, useNow, useStores } from '../stores/use-stores.ts';
import { clockText, zoneText } from '../time/time-text.ts';
import styles from './TopBar.module.css';

export function BarClock({ wall }: { wall: boolean }) {
  const { appearance } = useStores();
  const zone = useAppearance((state) => state.zone);
  // The zone's name changes only twice a year.
  const now = useNow(60_000);
  return (
    <div className="row fixed gap-4">
      <span className={styles['clock']}>
        <TimeOfDay />
        {wall && ` ${zoneText(now, zone)}`}
      </span>
      {!wall && (
        <SegmentedControl
          label="Time zone"
          options={[
            { value: 'utc', name: 'UTC', tip: 'Times in UTC' },
            { value: 'local', name: localName(now), tip: "Times in this computer's zone" },
          ]}
          value={zone}
          choose={(choice) => appearance.change({ zone: choice })}
        />
      )}
    </div>
  );
}

function TimeOfDay() {
  const zone = useAppearance((state) => state.zone);
  return <time>{clockText(useNow(), zone)}</time>;
}

/** Avoids two options with the same name. */
function localName(now: number): string {
  const name = zoneText(now, 'local');
  return name === 'UTC' ? 'Local' : name;
}
