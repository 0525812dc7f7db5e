/** Deletes a profile after one confirmation. Its events are kept unless the user chooses otherwise. */
import { Trash2 } from 'lucide-react';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useRequest } from '../../stores/queries/use-request.ts';
import { useState } from 'react';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { currentHash } from '../../address/browser-address.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { RadioGroup } from '../../components/controls/RadioGroup.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { defaultProfileId } from '../../stores/profiles-store.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import styles from './DeleteAction.module.css';

export function DeleteAction({ entry }: { entry: ProfileEntry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" className={styles['open']} icon={Trash2} onClick={() => setOpen(true)}>
        Delete
      </Button>
      {isOpen && <DeleteDialog entry={entry} close={() => setOpen(false)} />}
    </>
  );
}

function DeleteDialog({ entry, close }: { entry: ProfileEntry; close: () => void }) {
  const { backend, profiles, watch } = useStores();
  const stored = useWatch(
    ({ received }) =>
      received?.snapshot.watches.find((each) => each.watch === entry.watch)?.extent.storedEvents ?? null,
  );
  const [events, setEvents] = useState<'keep' | 'delete'>('keep');
  const { run, isRunning, error } = useRequest();
  const figure =
    stored === null || stored === 0
      ? 'the stored events'
      : stored === 1
        ? 'the 1 stored event'
        : `the ${stored.toLocaleString('en')} stored events`;

  const remove = () =>
    run(async () => {
      const address = currentHash();
      await backend.profiles.remove.mutate({ id: entry.id, events: events === 'delete' });
      profiles.setDraft(entry.id, null);
      close();
      // The list drops the profile before the answer arrives, so the user may already be somewhere else.
      if (currentHash() !== address) return;
      // The deleted profile may still be in the list.
      const others = profiles.getState().entries?.filter(({ id }) => id !== entry.id) ?? [];
      const shown = watch.getState().shown?.profile.id ?? null;
      goTo(hrefOf('settings', { profile: defaultProfileId(others, shown) }), { replace: true });
    });
  return (
    <Dialog
      title={
        <>
          Delete <Untrusted text={entry.name} />?
        </>
      }
      label={`Delete ${visibleText(entry.name)}`}
      close={close}
      buttons={
        <>
          <Button data-autofocus onClick={close}>
            Cancel
          </Button>
          <Button variant="filled" disabled={isRunning} onClick={() => void remove()}>
            {isRunning ? 'Deleting …' : events === 'keep' ? 'Delete the profile' : 'Delete profile and events'}
          </Button>
        </>
      }
    >
      <p className="pretty">
        {entry.watch === null ? 'Its' : 'Watching stops. Its'} addresses, rules and sign-in are removed from this
        computer. To end the session at the issuer too, sign out first.
      </p>
      <RadioGroup
        label="Its events"
        options={[
          {
            value: 'keep',
            name: `Keep ${figure}`,
            note: 'They stay on this computer. Import the exported profile to see them again.',
          },
          { value: 'delete', name: `Also delete ${figure}`, note: 'This cannot be undone.' },
        ]}
        value={events}
        choose={setEvents}
      />
      <div className={styles['error']}>
        <ErrorNote error={error} />
      </div>
    </Dialog>
  );
}
