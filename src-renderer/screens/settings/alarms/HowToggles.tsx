/** How something alarms: three words, each pressed or not. */
import type { AlarmHow } from '../../../../src-shared/domain/alarm.ts';
import { useStores } from '../../../stores/use-stores.ts';
import styles from './RulesPanel.module.css';

const NAMES: readonly (readonly [keyof AlarmHow, string])[] = [
  ['banner', 'Banner'],
  ['sound', 'Sound'],
  ['badge', 'Badge'],
];

interface HowTogglesProps {
  /** What they are of, for a screen reader. */
  readonly of: string;
  readonly how: AlarmHow;
  /** What cannot be pressed. */
  readonly fixed: 'none' | 'all' | 'all-but-sound';
  readonly change: (how: AlarmHow) => void;
}

export function HowToggles({ of, how, fixed, change }: HowTogglesProps) {
  const { sounds } = useStores();
  const { banner, sound, badge } = how;
  function press(part: keyof AlarmHow): void {
    change({ banner, sound, badge, [part]: !how[part] });
    // The click is the browser's leave for it.
    if (part === 'sound' && !sound) sounds.unlock();
  }
  return (
    <fieldset className={styles['toggles']}>
      <legend className="visually-hidden">How {of} alarms</legend>
      {NAMES.map(([part, name]) => (
        <button
          key={part}
          type="button"
          className={styles['toggle']}
          aria-pressed={how[part]}
          data-printed={how[part] ? true : undefined}
          disabled={fixed === 'all' || (fixed === 'all-but-sound' && part !== 'sound')}
          onClick={() => press(part)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
