import { Copy, Download, Upload } from 'lucide-react';
import { FileButton } from '../../components/controls/FileButton.tsx';
import { saveText } from '../../components/controls/save-file.ts';
import { useRequest } from '../../stores/queries/use-request.ts';
import { type ReactNode } from 'react';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { updateDraft, createDraft, isDirty } from '../../stores/profile-draft.ts';
import { NEW_PROFILE } from '../../stores/profiles-store.ts';
import { useProfiles, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { errorWords, failureWords } from '../../words/error-words.ts';
import { viewerSentence } from '../../words/signal-words.ts';
import { useTakeOver } from '../../stores/use-take-over.ts';
import { DeleteAction } from './DeleteAction.tsx';
import styles from './ProfileEditor.module.css';
import type { useFileDrop } from './use-file-drop.ts';
import type { ProfileEditing } from './use-profile-editor.ts';

interface EditorHeadProps {
  readonly id: string;
  readonly entry: ProfileEntry | null;
  readonly editor: ProfileEditing;
  readonly file: ReturnType<typeof useFileDrop>;
}

export function EditorHead({ id, entry, editor, file }: EditorHeadProps) {
  const name = entry === null && id === NEW_PROFILE ? 'New profile' : (entry?.name ?? editor.draft.fields.name);
  const fileTrouble = file.trouble ?? editor.draft.fileError;
  const toTest = () => goTo(hrefOf('settings', { profile: id, at: 'test' }), { replace: true });
  return (
    <>
      <header className={styles['head']}>
        <h2 className="page-title one-line fill">
          <bdi>{visibleText(name)}</bdi>
        </h2>
        <Button variant="subtle" className={styles['to-test']} onClick={toTest}>
          Test
        </Button>
        {entry === null ? (
          <Tooltip label="A file made with Export. You can also drop it here">
            <FileButton variant="subtle" icon={Download} label="Profile file" choose={file.take}>
              Fill from a file
            </FileButton>
          </Tooltip>
        ) : (
          <>
            <Duplicate editor={editor} />
            <Export entry={entry} isDirty={editor.isDirty} />
            <DeleteAction entry={entry} />
          </>
        )}
      </header>
      {entry?.problem != null && (
        <Banner tone="failed">
          <p>It could not be opened. {visibleText(errorWords(entry.problem))}</p>
        </Banner>
      )}
      {entry !== null && <WatchedElsewhere id={entry.id} />}
      {editor.isOutdated && (
        <Banner>
          <p>This profile was saved elsewhere while you typed. Saving replaces that version.</p>
          <Button size="compact-xs" onClick={editor.revert}>
            Use that version
          </Button>
        </Banner>
      )}
      {fileTrouble !== null && (
        <Banner tone="failed">
          <p>{fileTrouble}</p>
        </Banner>
      )}
    </>
  );
}

function Banner({ tone, children }: { tone?: 'failed'; children: ReactNode }) {
  return (
    <div className={styles['banner']} data-tone={tone} role={tone === 'failed' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** Shows that this window only views the profile, with what is known of the other one. */
function WatchedElsewhere({ id }: { id: ProfileId }) {
  const { isRunning, error, takeOver } = useTakeOver(id);
  const sentence = useWatch(({ received }) => {
    const watch = received?.snapshot.watches.find(({ profile }) => profile.id === id);
    return watch?.storage.kind === 'viewing' ? viewerSentence(watch.stream) : null;
  });
  if (sentence === null) return null;
  return (
    <Banner>
      <p>
        {sentence}
        {error !== null && <span role="alert"> {visibleText(failureWords(error))}</span>}
      </p>
      <Button size="compact-xs" disabled={isRunning} onClick={takeOver}>
        {isRunning ? 'Taking over' : 'Take over here'}
      </Button>
    </Banner>
  );
}

/** Copies the profile into the editor of a new profile, unless something was typed there. */
function Duplicate({ editor }: { editor: ProfileEditing }) {
  const { profiles } = useStores();
  const isNameInUse = useProfiles(({ drafts }) => {
    const draft = drafts.get(NEW_PROFILE);
    return draft !== undefined && isDirty(draft);
  });
  function duplicate(): void {
    if (isNameInUse) return;
    const { fields } = editor.draft;
    profiles.setDraft(
      NEW_PROFILE,
      updateDraft(createDraft(null), { ...fields, name: `${fields.name.slice(0, 75)} copy` }),
    );
    goTo(hrefOf('settings', { profile: NEW_PROFILE }));
  }
  return (
    <Tooltip
      label="A new profile with the same fields"
      unavailable={isNameInUse ? 'Save or revert the new profile first' : null}
    >
      <Button variant="subtle" icon={Copy} onClick={duplicate}>
        Duplicate
      </Button>
    </Tooltip>
  );
}

function Export({ entry, isDirty: hasUnsaved }: { entry: ProfileEntry; isDirty: boolean }) {
  const { backend } = useStores();
  const { run, error } = useRequest();
  const save = () =>
    void run(async () => {
      const { fileName, text } = await backend.profiles.fileText.query({ id: entry.id });
      saveText(fileName, 'application/json', text);
    });
  return (
    <Tooltip
      label={`A profile file ${hasUnsaved ? 'of the last saved version' : 'for another computer'}. Secrets are never in it`}
    >
      <Button variant="subtle" icon={Upload} onClick={save}>
        {error === null ? 'Export' : 'Not exported. Try again'}
      </Button>
    </Tooltip>
  );
}
