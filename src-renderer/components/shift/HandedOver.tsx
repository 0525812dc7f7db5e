/** The hand-overs of a shift: each failure group of them is accepted, or declined with a reason. */
import { useState } from 'react';
import type { HandedOverItem, ShiftHandOver } from '../../../src-shared/api/shift.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { causeHref } from '../../address/case-links.ts';
import { useShift } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { handedOverName } from './handed-over-name.ts';
import { progressWords, waitingItems } from './shift-words.ts';
import { Button } from '../controls/Button.tsx';
import { ErrorNote } from '../ErrorNote.tsx';
import { Time } from '../Time.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';
import styles from './Shift.module.css';
import { useAccept } from './use-accept.ts';

export function HandedOver() {
  const handOvers = useShift((state) => state.handOvers) ?? [];
  const error = useShift((state) => state.feedError);
  return (
    <>
      <ErrorNote intro="What was handed over could not be read." error={error} />
      {handOvers.map((handOver) => (
        <HandOverPanel key={handOver.id} handOver={handOver} />
      ))}
    </>
  );
}

function HandOverPanel({ handOver }: { handOver: ShiftHandOver }) {
  const { at, author, note, items } = handOver;
  const { accept, isRecording, error } = useAccept(handOver);
  const [declined, setDeclined] = useState<HandedOverItem | null>(null);
  const waiting = waitingItems(handOver);
  return (
    <section className={styles['hand-over']} aria-label={`Handed over by ${visibleText(author.name)}`}>
      <div className="row wraps gap-2 apart">
        <h2 className="strong base-size">
          <Untrusted text={author.name} /> handed over at <Time at={at} />
        </h2>
        <span className="meta">{progressWords(handOver)}</span>
        {waiting.length > 1 && (
          <Button variant="filled" disabled={isRecording} onClick={() => accept(waiting)}>
            Accept all {waiting.length}
          </Button>
        )}
      </div>
      {note !== '' && <Untrusted as="q" text={note} allowed={'\n'} />}
      <ul className={styles['items']} aria-label="Failure groups">
        {items.map((item) => (
          <li key={item.key} className={styles['item']}>
            <span className="breaks">
              <a href={causeHref(item.cause, item.key)}>
                <Untrusted text={handedOverName(item)} />
              </a>{' '}
              {item.cause.kind === 'localization' && item.cause.code !== null && (
                <code className="meta">
                  <Untrusted text={item.cause.code} />{' '}
                </code>
              )}
              <ItemState item={item} />
            </span>
            {(item.state.kind === 'waiting' || item.state.kind === 'declined') && (
              <span className="row gap-1">
                <Button
                  disabled={isRecording}
                  aria-label={`Accept ${visibleText(handedOverName(item))}`}
                  onClick={() => accept([item])}
                >
                  Accept
                </Button>
                {item.state.kind === 'waiting' && (
                  <Button
                    variant="subtle"
                    disabled={isRecording}
                    aria-label={`Decline ${visibleText(handedOverName(item))}`}
                    onClick={() => setDeclined(item)}
                  >
                    Decline …
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <ErrorNote intro="It could not be stored." error={error} />
      {declined !== null && <DeclineDialog handOver={handOver} item={declined} close={() => setDeclined(null)} />}
    </section>
  );
}

function ItemState({ item: { state } }: { item: HandedOverItem }) {
  switch (state.kind) {
    case 'waiting':
      return <span className="quiet">not accepted yet</span>;
    case 'ended':
      return <span className="quiet">ended meanwhile</span>;
    case 'accepted':
      return (
        <span className="quiet">
          accepted by <Untrusted text={state.author.name} /> at <Time at={state.at} />
        </span>
      );
    case 'declined':
      return (
        <span className="strong">
          declined by <Untrusted text={state.author.name} /> at <Time at={state.at} />:{' '}
          <Untrusted as="q" text={state.reason} />
        </span>
      );
    default:
      return assertNever(state);
  }
}
