import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { DialogField, DialogTextInput } from '../../components/overlay/DialogField.tsx';
import { usePerson } from '../../stores/use-author.ts';
import { useStores } from '../../stores/use-stores.ts';

export function PersonSection() {
  const { person } = useStores();
  const name = usePerson()?.name ?? '';
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
        note="Shown beside what you take, note, mute and mark as done. It is not a sign-in."
      >
        <DialogTextInput label="Your name" value={text} change={setWritten} maxLength={ACTION_LIMITS.name} />
        <Button type="submit" disabled={!isNew}>
          Change
        </Button>
      </DialogField>
    </form>
  );
}
