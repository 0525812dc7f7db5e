/** The part of the quiet bar with which a viewer begins to watch, and the reason if it could not. */
import { Info } from 'lucide-react';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { useTakeOver } from '../../stores/use-take-over.ts';
import { useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { BarPopover } from '../BarPopover.tsx';
import styles from '../TopBar.module.css';

export function TakeOverHere() {
  const id = useWatch(({ shown }) => shown?.profile.id ?? null);
  return id === null ? null : <TakeOverButton id={id} />;
}

function TakeOverButton({ id }: { id: ProfileId }) {
  const { isRunning, error, takeOver } = useTakeOver(id);
  const reason = error === null ? null : visibleText(failureWords(error));
  return (
    <span className={styles['take-over']}>
      <button type="button" className={styles['act']} disabled={isRunning} onClick={takeOver}>
        {isRunning ? 'Taking over' : 'Take over here'}
      </button>
      {reason !== null && (
        <>
          <span role="alert" className={styles['line']}>
            {reason}
          </span>
          <BarPopover name="Why" icon={Info} title="Not taken over">
            <p>{reason}</p>
          </BarPopover>
        </>
      )}
    </span>
  );
}
