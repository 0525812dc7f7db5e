/** Shows on Watch that a shift was handed over, with its note, until everything of it is answered. */
import type { ShiftHandOver } from '../../../src-shared/api/shift.ts';
import { hrefOf } from '../../address/use-address.ts';
import { useShift } from '../../stores/use-stores.ts';
import { progressWords, waitingItems } from './shift-words.ts';
import { Button, ButtonLink } from '../controls/Button.tsx';
import { ErrorNote } from '../ErrorNote.tsx';
import { Time } from '../Time.tsx';
import { Untrusted } from '../Untrusted.tsx';
import styles from './Shift.module.css';
import { useAccept } from './use-accept.ts';

export function ShiftStrip() {
  const waiting = useShift((state) => state.handOvers)?.find((handOver) => waitingItems(handOver).length > 0);
  return waiting === undefined ? null : <WaitingShift key={waiting.id} handOver={waiting} />;
}

function WaitingShift({ handOver }: { handOver: ShiftHandOver }) {
  const { author, at, note } = handOver;
  const { accept, isRecording, error } = useAccept(handOver);
  const waiting = waitingItems(handOver);
  return (
    <section className={styles['strip']} aria-label="Handed-over shift">
      <div className={styles['handed-over']}>
        <p>
          <Untrusted as="b" text={author.name} /> handed over at <Time at={at} /> · {progressWords(handOver)}
        </p>
        {note !== '' && <Untrusted as="q" text={note} allowed={'\n'} />}
        <ErrorNote intro="It could not be stored." error={error} />
      </div>
      <ButtonLink href={hrefOf('report')}>Show the groups</ButtonLink>
      <Button variant="filled" disabled={isRecording} onClick={() => accept(waiting)}>
        {waiting.length === 1 ? 'Accept' : `Accept all ${waiting.length}`}
      </Button>
    </section>
  );
}
