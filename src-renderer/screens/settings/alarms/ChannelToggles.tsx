import type { AlarmChannels } from '../../../../src-shared/domain/cases/alarm.ts';
import { useStores } from '../../../stores/use-stores.ts';
import styles from './RulesPanel.module.css';

const NAMES: readonly (readonly [keyof AlarmChannels, string])[] = [
  ['banner', 'Banner'],
  ['sound', 'Sound'],
  ['badge', 'Badge'],
];

interface ChannelTogglesProps {
  readonly label: string;
  readonly channels: AlarmChannels;
  readonly disabled: 'none' | 'all' | 'all-but-sound';
  readonly change: (channels: AlarmChannels) => void;
}

export function ChannelToggles({ label, channels, disabled: fixed, change }: ChannelTogglesProps) {
  const { sounds } = useStores();
  const { banner, sound, badge } = channels;
  function press(part: keyof AlarmChannels): void {
    change({ banner, sound, badge, [part]: !channels[part] });
    // Browsers allow sound only after a user gesture such as this click.
    if (part === 'sound' && !sound) sounds.unlock();
  }
  return (
    <fieldset className="shrinks gap-1 flex unpadded flush unbordered">
      <legend className="visually-hidden">How {label} alarms</legend>
      {NAMES.map(([part, name]) => (
        <button
          key={part}
          type="button"
          className={styles['toggle']}
          aria-pressed={channels[part]}
          data-printed={channels[part] ? true : undefined}
          disabled={fixed === 'all' || (fixed === 'all-but-sound' && part !== 'sound')}
          onClick={() => press(part)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
