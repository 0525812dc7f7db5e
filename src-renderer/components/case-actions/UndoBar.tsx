/** Offers to undo the last action on cases: for some seconds and while it is pointed at or has the focus, or until closed. */
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useCommand } from '../../commands/use-commands.ts';
import { useRequest } from '../../stores/queries/use-request.ts';
import type { UndoOffer } from '../../stores/undo-store.ts';
import { useAppearance, useIsPast, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { notUndoneWords } from '../../../src-shared/words/ownership-words.ts';
import { Button } from '../controls/Button.tsx';
import { CloseButton } from '../controls/CloseButton.tsx';
import { ErrorNote } from '../ErrorNote.tsx';
import { Keycap } from '../Keycap.tsx';
import styles from './UndoBar.module.css';

export function UndoBar() {
  const offer = useStore(useStores().undo, (state) => state.offer);
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  // A status region must exist before it has content, so that screen readers announce it.
  return (
    <output className={`${styles['place']} screen-only`}>
      {offer !== null && offer.watch === watch && <Offer key={offer.actions.join(' ')} offer={offer} />}
    </output>
  );
}

function Offer({ offer: { watch, author, actions, words, until } }: { offer: UndoOffer }) {
  const { backend, undo } = useStores();
  const { run, isRunning, error } = useRequest();
  const [isHeld, setHeld] = useState(false);
  const [left, setLeft] = useState<string | null>(null);
  const keepsUndo = useAppearance((state) => state.keepsUndo);
  const isPast = useIsPast(keepsUndo ? null : until);
  const close = (): void => undo.setState({ offer: null });
  const isShown = !isPast || isHeld || isRunning || error !== null || left !== null;
  async function undoAction(): Promise<void> {
    if (isRunning || left !== null) return;
    await run(async () => {
      const notUndone = notUndoneWords(await backend.cases.undo.mutate({ watch, author, actions: [...actions] }));
      if (notUndone === null) close();
      else setLeft(notUndone);
    });
  }
  const start = (): void => void undoAction();
  useCommand(
    !isShown || left !== null
      ? null
      : {
          id: 'case.undo',
          title: `Undo: ${words}`,
          group: 'Case',
          synonyms: ['take back', 'reopen'],
          keys: ['Ctrl+Z'],
          icon: Undo2,
          run: start,
        },
  );
  if (!isShown) return null;
  return (
    <span
      className={styles['bar']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles['words']}>
        {visibleText(left ?? words)}
        <ErrorNote intro="It could not be undone." error={error} />
      </span>
      {left === null && (
        <Button disabled={isRunning} rightSection={<Keycap name="Ctrl+Z" />} onClick={start}>
          Undo
        </Button>
      )}
      <CloseButton close={close} />
    </span>
  );
}
