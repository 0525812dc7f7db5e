import { FileUp, Globe, IdCard, LockKeyhole, RadioTower } from 'lucide-react';
import { FileButton } from '../../components/controls/FileButton.tsx';
import { useState } from 'react';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { Button } from '../../components/controls/Button.tsx';
import { createDraft, type ParsedProfileFile, fillFromFile, isDirty } from '../../stores/profile-draft.ts';
import { NEW_PROFILE } from '../../stores/profiles-store.ts';
import { useHost } from '../../stores/queries/use-query.ts';
import { useStores } from '../../stores/use-stores.ts';
import { useFileDrop } from '../settings/use-file-drop.ts';
import styles from './FirstRun.module.css';
import { ButtonKeys, Requirement, StartCard } from './StartCard.tsx';

const setUp = () => goTo(hrefOf('settings', { profile: NEW_PROFILE }));

export function ConnectCard() {
  const { profiles } = useStores();
  const host = useHost();
  /** A parsed file that waits for confirmation, because it would replace unsaved input. */
  const [waiting, setWaiting] = useState<ParsedProfileFile | null>(null);
  const { take, trouble } = useFileDrop((read) => {
    const typed = profiles.getState().drafts.get(NEW_PROFILE);
    if (typed !== undefined && isDirty(typed)) setWaiting(read);
    else fill(read);
  });
  useCommands([{ id: 'first-run.connect', title: 'Set up a profile', group: 'Watch', keys: ['C'], run: setUp }]);

  function fill(read: ParsedProfileFile): void {
    profiles.setDraft(NEW_PROFILE, fillFromFile(createDraft(null), read));
    setUp();
  }
  return (
    <StartCard
      icon={<RadioTower size={18} aria-hidden="true" />}
      title="Connect to your service"
      intro="Watch a real domain. Takes about two minutes."
      requirements={
        <>
          <Requirement icon={<Globe size={14} />}>Three addresses from your provider: base, events, auth</Requirement>
          <Requirement icon={<IdCard size={14} />}>A realm and a client id, with or without a secret</Requirement>
          <Requirement icon={<LockKeyhole size={14} />}>
            {host?.capabilities.vault === 'key-file'
              ? 'Secrets are stored in the encrypted vault, never in a profile'
              : 'Secrets are stored in the system keychain, never in a file'}
          </Requirement>
        </>
      }
    >
      <div className={styles['foot']}>
        <Button variant="filled" size="sm" onClick={setUp} rightSection={<ButtonKeys id="first-run.connect" />}>
          Set up a profile
        </Button>
        <FileButton
          size="sm"
          icon={FileUp}
          label="Profile file"
          choose={(file) => {
            setWaiting(null);
            take(file);
          }}
        >
          Open a profile file
        </FileButton>
        {trouble !== null && (
          <p className="failed" role="alert">
            {trouble}
          </p>
        )}
        {waiting !== null && (
          <p role="alert">
            You have a new profile that is not saved.{' '}
            <Button size="compact-xs" onClick={() => fill(waiting)}>
              Replace
            </Button>
          </p>
        )}
      </div>
    </StartCard>
  );
}
