import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import { authorWords } from '../../../src-shared/domain/cases/author-name.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { DialogField, DialogTextInput } from '../../components/dialog/DialogField.tsx';
import { useSignedInPerson, useTypedPerson } from '../../stores/use-author.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useStores } from '../../stores/use-stores.ts';

export function PersonSection() {
  const { person } = useStores();
  const name = useTypedPerson()?.name ?? '';
  const signedIn = useSignedInPerson();
  const [written, setWritten] = useState<string | null>(null);
  const text = written ?? name;
  const isNew = text.trim() !== '' && text.trim() !== name;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isNew) return;
    person.setName(text);
    setWritten(null);
  }
  return (
    <form onSubmit={submit}>
      <DialogField
        name="Your name"
        note={
          <>
            Shown beside what you take, note, mute and mark as done. It is not a sign-in.
            {signedIn !== null && (
              <>
                {' '}
                On this profile your actions have the name of the sign-in instead:{' '}
                <Untrusted text={authorWords(signedIn)} />.
              </>
            )}
          </>
        }
      >
        <DialogTextInput
          label="Your name"
          autoComplete="name"
          value={text}
          change={setWritten}
          maxLength={ACTION_LIMITS.name}
        />
        <Button type="submit" disabled={!isNew}>
          Change
        </Button>
      </DialogField>
    </form>
  );
}
