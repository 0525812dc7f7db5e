/** Settings › Outlets: where the shown profile hands off what happens, and how well that works. Changes apply immediately. */
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { OutletsSnapshot } from '../../../../src-shared/api/outlets.ts';
import { MAX_OUTLETS } from '../../../../src-shared/domain/outlets/outlet.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { EmptyState, FailedState } from '../../../components/EmptyState.tsx';
import { ManagedNote } from '../../../components/ManagedNote.tsx';
import { useManaged } from '../../../stores/queries/use-managed.ts';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { useOutlets, useStores, useWatch } from '../../../stores/use-stores.ts';
import { SectionHead, SectionSheet } from '../SectionSheet.tsx';
import { OutletCard } from './OutletCard.tsx';
import { OutletDialog } from './OutletDialog.tsx';
import styles from './Outlets.module.css';

const MANAGED_ID = 'outlets-managed';

export function OutletsSection() {
  const isWatching = useWatch(({ shown }) => shown !== null);
  const snapshot = useOutlets((state) => state.snapshot);
  const error = useOutlets((state) => state.feedError);
  const { outlets: store } = useStores();
  if (!isWatching)
    return <EmptyState title="Outlets belong to a profile." detail="Watch one to set its outlets here." />;
  if (snapshot === null && error !== null)
    return <FailedState title="The outlets could not be read." error={error} retry={() => store.resubscribe()} />;
  if (snapshot === null) return <EmptyState title="Reading the outlets …" />;
  return (
    <SectionSheet label="Outlets">
      <OutletsContent snapshot={snapshot} />
    </SectionSheet>
  );
}

function OutletsContent({ snapshot: { outlets, readOnly } }: { snapshot: OutletsSnapshot }) {
  const { outlets: store } = useStores();
  const feedError = useOutlets((state) => state.feedError);
  const requestError = useOutlets((state) => state.requestError);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const [isAdding, setAdding] = useState(false);
  const isFixed = useManaged('outlets') !== null || readOnly || isLost;
  return (
    <>
      <SectionHead
        title="Outlets"
        intro="They tell other systems what fails and when watching is interrupted: Alertmanager, a webhook, a chat, a file. A receiver that is away is tried for a day."
      >
        <Button
          variant="filled"
          icon={Plus}
          disabled={isFixed || outlets.length >= MAX_OUTLETS}
          aria-describedby={MANAGED_ID}
          onClick={() => {
            store.forgetError();
            setAdding(true);
          }}
        >
          Add outlet
        </Button>
      </SectionHead>
      <ManagedNote id={MANAGED_ID} settings={['outlets', 'masks']} />
      {readOnly && (
        <p className="quiet">This window does not write the store: the outlets cannot be changed or tested here.</p>
      )}
      <ErrorNote error={feedError ?? (isAdding ? null : requestError)} />
      {outlets.length === 0 ? (
        <p className="quiet pretty">
          No outlet yet. Add one, so that an alarm reaches people who are not at this screen.
        </p>
      ) : (
        <ul className={styles['list']} aria-label="Outlets">
          {outlets.map((entry) => (
            <li key={entry.outlet.id}>
              <OutletCard
                entry={entry}
                others={outlets.flatMap(({ outlet }) => (outlet.id === entry.outlet.id ? [] : [outlet]))}
                isDisabled={isFixed}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <OutletDialog before={null} others={outlets.map(({ outlet }) => outlet)} close={() => setAdding(false)} />
      )}
    </>
  );
}
