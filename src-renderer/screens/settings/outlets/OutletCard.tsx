import { useId, useState } from 'react';
import type { OutletEntry, OutletStatus } from '../../../../src-shared/api/outlets.ts';
import { outletKindNames } from '../../../../src-shared/words/outlets/outlet-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Glyph, type GlyphShape } from '../../../components/Glyph.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useOutlets, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { outletStatusWords, refusedWords, sendsWords } from './outlet-words.ts';
import { DeliveryList } from './DeliveryList.tsx';
import styles from './Outlets.module.css';
import { RemoveOutletDialog } from './RemoveOutletDialog.tsx';

const SHAPES: Readonly<Record<OutletStatus['kind'], GlyphShape>> = {
  unused: 'ring',
  ready: 'ring',
  working: 'dot',
  failing: 'triangle',
};
const HUES: Readonly<Record<OutletStatus['kind'], string | undefined>> = {
  unused: undefined,
  ready: undefined,
  working: '--succeeded',
  failing: '--failed',
};

export function OutletCard({ entry, isDisabled }: { entry: OutletEntry; isDisabled: boolean }) {
  const { outlets: store } = useStores();
  const { outlet, status, refused, deliveries } = entry;
  const test = useOutlets(({ tests }) => tests.get(outlet.id) ?? null);
  const [isRemoving, setRemoving] = useState(false);
  const id = useId();
  const name = visibleText(outlet.name);
  const refusal = refusedWords(refused);
  return (
    <article className={styles['card']} aria-labelledby={id}>
      <header className="row wraps gap-2 apart">
        <div className="grid shrinks gap-hairline">
          <h3 id={id} className={styles['name']}>
            <Untrusted text={outlet.name} />
          </h3>
          <p className="meta">
            {outletKindNames[outlet.kind]} · {sendsWords(outlet)}
          </p>
        </div>
        <span className="row wraps gap-2">
          <Button disabled={isDisabled || test === 'pending'} onClick={() => void store.test(outlet.id)}>
            {test === 'pending' ? 'Sending …' : 'Send a test'}
            <span className="visually-hidden"> to {name}</span>
          </Button>
          <Button disabled={isDisabled} onClick={() => setRemoving(true)}>
            Remove<span className="visually-hidden"> {name}</span>
          </Button>
        </span>
      </header>
      <p className={styles['address']}>
        <Untrusted as="code" text={outlet.url} />
      </p>
      <p className={styles['status']} data-hue={HUES[status.kind]}>
        <Glyph shape={SHAPES[status.kind]} />
        {outletStatusWords[status.kind]}
      </p>
      {status.kind === 'failing' && (
        <div>
          <Untrusted as="p" className="breaks" text={status.failure.detail} />
          <p className="meta">
            Since <Time at={status.failure.since} />. Next attempt: <Time at={status.failure.nextAt} />.
          </p>
        </div>
      )}
      {refusal !== null && <p>{refusal}.</p>}
      <output className={styles['answer']} aria-label={`Test of ${name}`}>
        {test !== null && test !== 'pending' && (
          <span className={test.isAccepted ? undefined : 'failed'}>
            {test.isAccepted ? 'Test accepted' : 'Test not accepted'}: <Untrusted text={test.words} />
          </span>
        )}
      </output>
      {outlet.kind !== 'heartbeat' && <DeliveryList name={name} deliveries={deliveries} />}
      {isRemoving && <RemoveOutletDialog outlet={outlet} close={() => setRemoving(false)} />}
    </article>
  );
}
