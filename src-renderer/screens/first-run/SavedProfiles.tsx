import { useState } from 'react';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { hrefOf } from '../../address/use-address.ts';
import { asError } from '../../backend/backend-error.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useProfiles, useStores, useWatch } from '../../stores/use-stores.ts';
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
  const { backend } = useStores();
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const [trouble, setTrouble] = useState<Error | 'asking' | null>(null);
  const damage = watchProblemWords(entry);

  function watch(): void {
    setTrouble('asking');
    // When it is open, the backend's next snapshot replaces this screen.
    backend.profiles.watch.mutate({ id: entry.id }).then(
      () => setTrouble(null),
      (error: unknown) => setTrouble(asError(error)),
    );
  }
  const message = trouble instanceof Error ? failureWords(trouble) : damage;
  return (
    <li className={styles['profile']}>
      <span className={styles['profile-name']}>
        <Untrusted text={entry.name} truncate="end" />
      </span>
      <span className={styles['profile-says']}>
        {message === null ? (
          <Untrusted text={entry.profile?.eventsUrl ?? ''} truncate="end" />
        ) : (
          <span className={styles['refusal']} role="alert">
            <Untrusted text={message} />
          </span>
        )}
      </span>
      <a className={styles['link']} href={hrefOf('settings', { profile: entry.id })}>
        Settings
      </a>
      <Button variant="default" disabled={entry.profile === null || isLost || trouble === 'asking'} onClick={watch}>
        Watch
      </Button>
    </li>
  );
}
