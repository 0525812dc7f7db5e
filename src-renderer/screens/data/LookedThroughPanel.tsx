/** Whether everything that is stored was looked at, when, and what was found. */
import { Check, X } from 'lucide-react';
import type { StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import { percentText } from '../../../src-shared/words/store-words.ts';
import { useAppearance } from '../../stores/use-stores.ts';
import { bothZonesText, minuteText, zoneText } from '../../time/time-text.ts';
import { checkedWords } from '../../words/storage-words.ts';
import styles from './DataScreen.module.css';
import { Progress } from './Progress.tsx';

export function LookedThroughPanel({ check }: { check: StoreCondition['check'] }) {
  return (
    <section className={styles['panel']} aria-labelledby="looked-through">
      <header className={styles['panel-head']}>
        <h2 id="looked-through">Looked through</h2>
        <span className={styles['quiet']}>at each start, and weekly</span>
      </header>
      <div className={styles['panel-body']}>
        <p className={styles['quiet']}>
          Each received text has a check value, and what was made of it is compared with it. What can be made again is
          made again.
        </p>
        <Result check={check} />
      </div>
    </section>
  );
}

function Result({ check }: { check: StoreCondition['check'] }) {
  const zone = useAppearance((state) => state.zone);
  if (check.kind === 'due') return <p>Not yet since this start. It begins by itself.</p>;
  if (check.kind === 'running')
    return (
      <>
        <p>Looking through everything: {percentText(check.share)}</p>
        <Progress share={check.share} label="Looked through" />
      </>
    );
  return (
    <ul className={styles['steps']}>
      <li data-tone={check.flaws === 0 ? 'well' : 'failed'}>
        {check.flaws === 0 ? <Check size={14} aria-hidden="true" /> : <X size={14} aria-hidden="true" />}
        <span className={styles['step-name']} title={bothZonesText(check.at)}>
          {minuteText(check.at, zone)} {zoneText(check.at, zone)}
        </span>
        <span className={styles['step-note']}>{checkedWords(check)}</span>
      </li>
    </ul>
  );
}
