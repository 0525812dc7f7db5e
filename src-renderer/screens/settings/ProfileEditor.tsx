/** The draft survives navigation; the client secret does not, because only its input holds it. */
import { type FormEvent, useMemo } from 'react';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { toProfile } from '../../stores/profile-form.ts';
import { ConnectionTestPanel } from './connection-test/ConnectionTestPanel.tsx';
import { EditorFoot } from './EditorFoot.tsx';
import { missingFields } from './field-words.ts';
import { EditorHead } from './EditorHead.tsx';
import { DraftContext } from './Field.tsx';
import styles from './ProfileEditor.module.css';
import { ProfileFields } from './ProfileFields.tsx';
import { SignInPanel } from './sign-in/SignInPanel.tsx';
import { useTypedSecret } from './sign-in/typed-secret.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useProfileEditor } from './use-profile-editor.ts';
import { useWatching } from './use-watching.ts';
import { HeadlessCommands } from './HeadlessCommands.tsx';

export function ProfileEditor({ id, entry }: { id: string; entry: ProfileEntry | null }) {
  const secret = useTypedSecret();
  const editor = useProfileEditor(id, entry, secret);
  const { draft, isDirty, save, goToMistake } = editor;
  const file = useFileDrop(editor.fill);
  const watching = useWatching(entry?.id ?? null);
  const tested = useMemo(() => toProfile(draft.fields), [draft.fields]);
  /** Saving the missing sign-in completes the setup, so start to watch if the profile asks for it. */
  const afterSave = (saved: ProfileId) => {
    const wasMissing = entry === null || (entry.watch === null && entry.signIn.kind === 'missing');
    if (wasMissing && draft.fields.watchAtStart) void watching.watchProfile(saved);
  };
  async function saveAll(): Promise<void> {
    const hadSecret = secret.read() !== null;
    // Saving an empty new profile shows which fields are missing.
    if (entry !== null && !isDirty && !hadSecret) return;
    const savedAs = await save(true);
    if (savedAs !== null && hadSecret && secret.read() === null) afterSave(savedAs);
  }

  useCommands([
    {
      id: 'profile.save',
      title: 'Save the profile',
      group: 'Watch',
      keys: ['Ctrl+S'],
      whileTyping: true,
      run: () => void saveAll(),
    },
  ]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    void saveAll();
  }

  return (
    <DraftContext value={editor}>
      <form className={styles['editor']} noValidate onSubmit={submit} {...file.drop}>
        <div className={styles['work']}>
          <EditorHead id={id} entry={entry} editor={editor} file={file} />
          <ProfileFields
            signIn={
              <ErrorBoundary>
                <SignInPanel
                  entry={entry}
                  flow={draft.fields.flow}
                  isDirty={isDirty}
                  save={() => save(false)}
                  onProvided={afterSave}
                  secret={secret}
                />
              </ErrorBoundary>
            }
            watching={entry !== null && <WatchButton entry={entry} isDirty={isDirty} watching={watching} />}
          />
          <HeadlessCommands name={draft.fields.name} />
        </div>
        <EditorFoot entry={entry} editor={editor} hasSecret={secret.isTyped} />
        <aside className={styles['test']} aria-label="Connection test">
          <ErrorBoundary>
            <ConnectionTestPanel
              entry={entry}
              draft={tested}
              missing={missingFields(draft, entry === null)?.words ?? null}
              secret={secret}
              change={({ clientAuthentication }) =>
                clientAuthentication !== undefined && editor.change({ clientAuthentication })
              }
              goToMistake={goToMistake}
            />
          </ErrorBoundary>
        </aside>
      </form>
    </DraftContext>
  );
}

function WatchButton(props: { entry: ProfileEntry; isDirty: boolean; watching: ReturnType<typeof useWatching> }) {
  const { entry, isDirty, watching } = props;
  const { isRequesting, error, watch, unwatch } = watching;
  const isWatched = entry.watch !== null;
  return (
    <>
      <Button
        className={styles['watch']}
        disabled={isRequesting || (isDirty && !isWatched)}
        onClick={isWatched ? unwatch : watch}
      >
        {isWatched ? 'Stop watching' : 'Watch now'}
      </Button>
      <ErrorNote error={error} />
    </>
  );
}
