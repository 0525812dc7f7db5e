/** What a real service needs, and the two ways to say it: the editor, or a profile file that somebody sent. */
import { Button } from '@mantine/core';
import { FileUp, Globe, IdCard, LockKeyhole, RadioTower } from 'lucide-react';
import { useRef, useState } from 'react';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { asError } from '../../backend/backend-error.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { fieldsOf } from '../../stores/draft-fields.ts';
import { draftOf, filled } from '../../stores/profile-draft.ts';
import { NEW_PROFILE } from '../../stores/profiles-store.ts';
import { useHost } from '../../stores/use-answer.ts';
import { useStores } from '../../stores/use-stores.ts';
import { troubleWords } from '../../words/error-words.ts';
import styles from './FirstRun.module.css';
import { ButtonKeys, Need, StartCard } from './StartCard.tsx';

const setUp = () => goTo(hrefOf('settings', { profile: NEW_PROFILE }));

export function ConnectCard() {
  const { backend, profiles } = useStores();
  const host = useHost();
  const file = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  useCommands([{ id: 'first-run.connect', title: 'Set up a profile', group: 'Watch', keys: ['C'], run: setUp }]);

  async function open(chosen: File): Promise<void> {
    const profile = await backend.profiles.read(await chosen.text());
    profiles.setDraft(NEW_PROFILE, filled(draftOf(null), fieldsOf(profile), profile.id));
    setUp();
  }
  return (
    <StartCard
      icon={<RadioTower size={18} aria-hidden="true" />}
      title="Connect to your service"
      lead="Watch a real domain. Takes about two minutes."
      needs={
        <>
          <Need icon={<Globe size={14} />}>Three addresses from your provider: base, events, auth</Need>
          <Need icon={<IdCard size={14} />}>A realm and a client id, with or without a secret</Need>
          <Need icon={<LockKeyhole size={14} />}>
            {host?.capabilities.vault === 'key-file'
              ? 'Secrets go into the sealed vault, never into a profile'
              : 'Secrets go to the system keychain, never into a file'}
          </Need>
        </>
      }
    >
      <div className={styles['foot']}>
        <Button size="sm" onClick={setUp} rightSection={<ButtonKeys id="first-run.connect" />}>
          Set up a profile
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<FileUp size={14} aria-hidden="true" />}
          onClick={() => file.current?.click()}
        >
          Open a profile file
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="Profile file"
          accept=".json,application/json"
          onChange={({ currentTarget: input }) => {
            const chosen = input.files?.[0];
            if (chosen === undefined) return;
            setTrouble(null);
            open(chosen).catch((error: unknown) => setTrouble(asError(error)));
            // The same file again, once it is mended, is a change too.
            input.value = '';
          }}
        />
        {trouble !== null && (
          <p className={styles['refusal']} role="alert">
            <Untrusted text={troubleWords(trouble)} />
          </p>
        )}
      </div>
    </StartCard>
  );
}
