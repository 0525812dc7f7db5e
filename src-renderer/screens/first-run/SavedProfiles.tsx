import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { useWatching } from '../settings/use-watching.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useProfiles, useWatch } from '../../stores/use-stores.ts';
import { failureWords } from '../../words/error-words.ts';
import { watchProblemWords } from '../../words/profile-words.ts';
import styles from './FirstRun.module.css';

export function SavedProfiles() {
  const savedProfiles = (useProfiles(({ entries }) => entries) ?? []).filter(({ practice }) => !practice);
  if (savedProfiles.length === 0) return null;
  return (
    <ul className={styles['saved']} aria-label="Profiles that are not watched">
      {savedProfiles.map((entry) => (
        <SavedProfileRow key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function SavedProfileRow({ entry }: { entry: ProfileEntry }) {
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const { isRequesting, error, watch } = useWatching(entry.id);
  const damage = watchProblemWords(entry);

  const message = error === null ? damage : failureWords(error);
  return (
    <li className={styles['profile']}>
      <span className="strong shrinks">
        <Untrusted text={entry.name} truncate="end" />
      </span>
      <span className={styles['profile-says']}>
        {message === null ? (
          <Untrusted text={entry.profile?.eventsUrl ?? ''} truncate="end" />
        ) : (
          <span className="failed" role="alert">
            <Untrusted text={message} />
          </span>
        )}
      </span>
      <a href={hrefOf('settings', { profile: entry.id })}>Settings</a>
      <Button disabled={entry.profile === null || isLost || isRequesting} onClick={watch}>
        Watch
      </Button>
    </li>
  );
}
