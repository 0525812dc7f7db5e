import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { Button } from '../../components/controls/Button.tsx';
import { PracticeMark } from '../../components/PracticeMark.tsx';
import styles from './Settings.module.css';
import { useWatching } from './use-watching.ts';

export function PracticeSection({ entry }: { entry: ProfileEntry }) {
  const { isRequesting, trouble, watch, unwatch } = useWatching(entry.id);
  const isWatched = entry.watch !== null;
  return (
    <section className={styles['plain']} aria-label="Practice">
      <h2 className={styles['title']}>
        Practice <PracticeMark />
      </h2>
      <p className={styles['intro']}>
        A small copy of the service runs inside Watchfloor. It needs no account, network or settings. Its events are
        separate from real ones.
      </p>
      <div className="row wraps gap-2">
        <Button
          variant={isWatched ? 'default' : 'filled'}
          disabled={isRequesting}
          onClick={isWatched ? unwatch : watch}
        >
          {isWatched ? 'Stop practising' : 'Start practising'}
        </Button>
      </div>
      {trouble !== null && (
        <p className={styles['refusal']} role="alert">
          {trouble}
        </p>
      )}
    </section>
  );
}
