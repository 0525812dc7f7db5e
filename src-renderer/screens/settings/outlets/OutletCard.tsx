import { useId, useState } from 'react';
import type { OutletEntry, OutletStatus } from '../../../../src-shared/api/outlets.ts';
import type { Outlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import { outletKind } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import {
  clockOffsetWords,
  missingViewWords,
  outletKindWords,
} from '../../../../src-shared/words/outlets/outlet-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Glyph, type GlyphShape } from '../../../components/Glyph.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useOutlets, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { outletStatusWords, refusedWords, sendsWords } from './outlet-words.ts';
import { DeliveryList } from './DeliveryList.tsx';
import { OutletDialog } from './OutletDialog.tsx';
import styles from './Outlets.module.css';
import { TestAnswer } from './TestAnswer.tsx';
import { RemoveOutletDialog } from './RemoveOutletDialog.tsx';

const SHAPES: Readonly<Record<OutletStatus['kind'], GlyphShape>> = {
  unused: 'ring',
  ready: 'ring',
  working: 'dot',
  failing: 'triangle',
  'view-missing': 'triangle',
};
const HUES: Readonly<Record<OutletStatus['kind'], string | undefined>> = {
  unused: undefined,
  ready: undefined,
  working: '--succeeded',
  failing: '--failed',
  'view-missing': '--partial',
};

/** The list below has the newest deliveries only, so the count is of these. */
function LastDelivery({ deliveries }: Pick<OutletEntry, 'deliveries'>) {
  const delivered = deliveries.filter(({ outcome }) => outcome === 'delivered');
  const [last] = delivered;
  if (last === undefined) return null;
  const count = `${delivered.length} of the last ${deliveries.length} delivered`;
  return (
    <p className="meta">
      {deliveries.length === 1 ? 'Delivered' : `${count}, the newest`} <Time at={last.at} />
    </p>
  );
}

interface OutletCardProps {
  readonly entry: OutletEntry;
  readonly others: readonly Outlet[];
  readonly isDisabled: boolean;
}

export function OutletCard({ entry, others, isDisabled }: OutletCardProps) {
  const { outlets: store } = useStores();
  const { outlet, status, refused, views, deliveries, receiverWords, clockOffsetMs } = entry;
  const test = useOutlets(({ tests }) => tests.get(outlet.id) ?? null);
  const [asked, setAsked] = useState<'change' | 'remove' | null>(null);
  const id = useId();
  const name = visibleText(outlet.name);
  const refusal = refusedWords(refused);
  const clock = clockOffsetWords(clockOffsetMs);
  return (
    <article className={styles['card']} aria-labelledby={id}>
      <header className="row wraps gap-2 apart">
        <div className={styles['title']}>
          <h3 id={id} className={styles['name']}>
            <Untrusted text={outlet.name} />
          </h3>
          <p className="meta">
            {outletKindWords[outlet.kind].name} · <Untrusted text={sendsWords(entry)} />
          </p>
        </div>
        <span className="row wraps gap-2">
          <Button disabled={isDisabled || test === 'pending'} onClick={() => void store.test(outlet.id)}>
            {test === 'pending' ? 'Sending …' : 'Send a test'}
            <span className="visually-hidden"> to {name}</span>
          </Button>
          <Button
            disabled={isDisabled}
            onClick={() => {
              store.forgetError();
              setAsked('change');
            }}
          >
            Edit<span className="visually-hidden"> {name}</span>
          </Button>
          <Button disabled={isDisabled} onClick={() => setAsked('remove')}>
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
      <LastDelivery deliveries={deliveries} />
      {status.kind === 'failing' && (
        <div>
          <Untrusted as="p" className="breaks" text={status.failure.detail} />
          <p className="meta">
            Since <Time at={status.failure.since} />. Next attempt: <Time at={status.failure.nextAt} />.
          </p>
        </div>
      )}
      {status.kind !== 'failing' && receiverWords !== null && (
        <p className="breaks">
          The receiver said: <Untrusted text={receiverWords} />
        </p>
      )}
      {clock !== null && <p>{clock} Set the one that is wrong.</p>}
      {views.map((view) => view.isMissing && <Untrusted as="p" key={view.name} text={missingViewWords(view.name)} />)}
      {refusal !== null && <p>{refusal}.</p>}
      <output className={styles['answer']} aria-label={`Test of ${name}`}>
        {test !== null && test !== 'pending' && <TestAnswer test={test} />}
      </output>
      {outletKind(outlet.kind).sends !== 'pings' && <DeliveryList name={name} deliveries={deliveries} />}
      {asked === 'change' && <OutletDialog before={outlet} others={others} close={() => setAsked(null)} />}
      {asked === 'remove' && <RemoveOutletDialog outlet={outlet} close={() => setAsked(null)} />}
    </article>
  );
}
