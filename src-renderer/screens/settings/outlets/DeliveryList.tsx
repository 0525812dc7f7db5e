import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Delivery } from '../../../../src-shared/domain/outlets/delivery.ts';
import { Glyph, type GlyphShape } from '../../../components/Glyph.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { deliveryTitle, notDeliveredWords, outcomeNames } from './outlet-words.ts';
import styles from './Outlets.module.css';

const SHAPES: Readonly<Record<Delivery['outcome'], GlyphShape>> = {
  delivered: 'dot',
  retrying: 'quarter',
  'not-delivered': 'triangle',
};
const HUES: Readonly<Record<Delivery['outcome'], string>> = {
  delivered: '--succeeded',
  retrying: '--in-progress',
  'not-delivered': '--failed',
};

/** The last deliveries of an outlet, folded. The button says if some were given up. */
export function DeliveryList({ name, deliveries }: { name: string; deliveries: readonly Delivery[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (deliveries.length === 0) return null;
  const lost = notDeliveredWords(deliveries);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <div>
      <button
        type="button"
        className={styles['fold']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={14} aria-hidden="true" />
        <span>
          Last deliveries<span className="visually-hidden"> of {name}</span>
          {lost !== null && <strong className="failed"> · {lost}</strong>}
        </span>
      </button>
      <ul
        id={id}
        className={styles['deliveries']}
        aria-label={`Last deliveries of ${name}, newest first`}
        hidden={!isOpen}
      >
        {isOpen && deliveries.map((delivery) => <DeliveryLine key={delivery.turn.id} delivery={delivery} />)}
      </ul>
    </div>
  );
}

function DeliveryLine({ delivery }: { delivery: Delivery }) {
  const { at, outcome, attempts, detail } = delivery;
  return (
    <li className={styles['delivery']}>
      <span className={styles['status']} data-hue={HUES[outcome]}>
        <Glyph shape={SHAPES[outcome]} />
        {outcomeNames[outcome]}
      </span>
      <Time at={at} />
      <span className="breaks">
        <Untrusted text={deliveryTitle(delivery)} />
        {detail !== null && (
          <span className="meta block">
            {outcome === 'delivered' && 'The receiver said: '}
            <Untrusted text={detail} /> ({attempts === 1 ? '1 attempt' : `${attempts} attempts`})
          </span>
        )}
      </span>
    </li>
  );
}
