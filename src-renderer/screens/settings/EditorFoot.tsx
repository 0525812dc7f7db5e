import { CircleX } from 'lucide-react';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import type { ReactNode } from 'react';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { needsNewWatch } from '../../../src-shared/domain/profile/profile-changes.ts';
import { CommandKeys } from '../../components/CommandKeys.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { Time } from '../../components/Time.tsx';
import { toProfile } from '../../stores/profile-form.ts';
import { useProfiles, useWatch } from '../../stores/use-stores.ts';
import { missingFields, type MissingFields } from './field-words.ts';
import styles from './ProfileEditor.module.css';
import type { ProfileEditing } from './use-profile-editor.ts';

interface EditorFootProps {
  readonly entry: ProfileEntry | null;
  readonly editor: ProfileEditing;
  readonly hasSecret: boolean;
}

export function EditorFoot({ entry, editor, hasSecret }: EditorFootProps) {
  const { wrong, isDirty, isSaving, secretError, revert } = editor;
  const error = editor.error ?? secretError;
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const hasWork = isDirty || hasSecret;
  const missing = isDirty ? missingFields(editor.draft, entry === null) : null;
  return (
    <footer className={styles['foot']}>
      <div className={styles['remark']} data-tone={error === null ? undefined : 'failed'}>
        {missing !== null && <MissingFieldsNote missing={missing} goTo={editor.goToMistake} />}
        {missing === null &&
          (error === null ? (
            <Remark entry={entry} editor={editor} isLost={isLost} />
          ) : (
            <ErrorNote
              intro={
                secretError === null
                  ? 'It was not saved.'
                  : 'The profile is saved, but the client secret is not stored.'
              }
              error={error}
            />
          ))}
      </div>
      <Button disabled={!isDirty || isSaving} onClick={revert}>
        Revert
      </Button>
      <Button
        variant="filled"
        type="submit"
        disabled={!hasWork || isSaving || isLost || wrong.length > 0}
        rightSection={<CommandKeys id="profile.save" />}
      >
        {isSaving ? 'Saving' : 'Save'}
      </Button>
    </footer>
  );
}

function MissingFieldsNote({ missing: { words, isOverdue }, goTo }: { missing: MissingFields; goTo: () => void }) {
  return (
    <button type="button" className={styles['needs']} data-blamed={isOverdue} onClick={goTo}>
      {isOverdue && <CircleX size={14} aria-hidden="true" />}
      {words}
    </button>
  );
}

function Remark(props: { entry: ProfileEntry | null; editor: ProfileEditing; isLost: boolean }): ReactNode {
  const { entry, editor, isLost } = props;
  const savedAt = useProfiles((state) => (entry === null ? undefined : state.savedAt.get(entry.id)));
  if (isLost) return 'Watchfloor does not answer. Your changes stay here.';
  const [before, after] = [entry?.profile ?? null, toProfile(editor.draft.fields)];
  if (editor.isDirty && entry?.watch != null && before !== null && after !== null)
    return needsNewWatch(before, after)
      ? 'Saving restarts watching: the stream is closed and opened again.'
      : 'Saving does not interrupt watching.';
  if (savedAt !== undefined && !editor.isDirty)
    return (
      <span>
        Saved <Time at={savedAt} />. Secrets are never in the profile file.
      </span>
    );
  return 'Secrets are never in the profile file.';
}
