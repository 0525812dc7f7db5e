/** Says on Watch that a shift was handed over, until everything of it is answered. */
import { hrefOf } from '../../address/use-address.ts';
import { useShift } from '../../stores/use-stores.ts';
import { progressWords, waitingItems } from './shift-words.ts';
import { ButtonLink } from '../controls/Button.tsx';
import { Time } from '../Time.tsx';
import { Untrusted } from '../Untrusted.tsx';
import styles from './Shift.module.css';

export function ShiftStrip() {
  const waiting = useShift((state) => state.handOvers)?.find((handOver) => waitingItems(handOver).length > 0);
  if (waiting === undefined) return null;
  return (
    <section className={styles['strip']} aria-label="Handed-over shift">
      <p>
        <Untrusted as="b" text={waiting.author.name} /> handed over at <Time at={waiting.at} /> ·{' '}
        {progressWords(waiting)}
      </p>
      <ButtonLink href={hrefOf('report')}>Accept the shift</ButtonLink>
    </section>
  );
}
