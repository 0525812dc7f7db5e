/** Asks for the user's name. Without it the action is not done. Closes if the screen or profile changes. */
import { FormDialog } from '../components/dialog/FormDialog.tsx';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useScreenName } from '../address/use-address.ts';
import { NameField } from '../components/case-actions/NameField.tsx';
import { useStores, useWatch } from '../stores/use-stores.ts';

export function PersonDialog() {
  const { person } = useStores();
  const isPrompting = useStore(person, (state) => state.isPrompting);
  return isPrompting && <NameForm submitName={person.setName} cancel={person.decline} />;
}

function NameForm({ submitName, cancel }: { submitName: (name: string) => void; cancel: () => void }) {
  const [name, setName] = useState('');
  const location = `${useScreenName()} ${useWatch(({ shown }) => shown?.watch ?? '')}`;
  const [promptedAt] = useState(location);
  useEffect(() => {
    if (location !== promptedAt) cancel();
  }, [location, promptedAt, cancel]);
  return (
    <FormDialog
      title="Your name"
      close={cancel}
      submitName="Continue"
      missing={name.trim() === '' ? 'Enter your name.' : null}
      submit={() => {
        submitName(name);
        // The store closes the dialog.
        return false;
      }}
    >
      <NameField first name={name} change={setName} />
    </FormDialog>
  );
}
