/**
 * Asks for the user's name before an action that others will see. Without a name the action is not done. Closes if the
 * screen or profile changes, because the question would no longer fit.
 */
import { ACTION_LIMITS } from '../../src-shared/domain/cases/action-limits.ts';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { useScreenName } from '../address/use-address.ts';
import { Button } from '../components/controls/Button.tsx';
import { Dialog } from '../components/overlay/Dialog.tsx';
import { DialogField, DialogTextInput } from '../components/overlay/DialogField.tsx';
import { useStores, useWatch } from '../stores/use-stores.ts';

export function PersonDialog() {
  const { person } = useStores();
  const isPrompting = useStore(person, (state) => state.isPrompting);
  return isPrompting && <NameForm submitName={person.setName} cancel={person.decline} />;
}

function NameForm({ submitName: call, cancel }: { submitName: (name: string) => void; cancel: () => void }) {
  const [name, setName] = useState('');
  const form = useId();
  const location = `${useScreenName()} ${useWatch(({ shown }) => shown?.watch ?? '')}`;
  const [promptedAt] = useState(location);
  useEffect(() => {
    if (location !== promptedAt) cancel();
  }, [location, promptedAt, cancel]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    call(name);
  }
  return (
    <Dialog
      title="Your name"
      label="Your name"
      description="Others see it beside what you take, note, mute and mark as done."
      close={cancel}
      remark="Stored in this browser. It is not a sign-in."
      buttons={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={name.trim() === ''}>
            Continue
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <DialogField name="Your name">
          <DialogTextInput first label="Your name" value={name} change={setName} maxLength={ACTION_LIMITS.name} />
        </DialogField>
      </form>
    </Dialog>
  );
}
