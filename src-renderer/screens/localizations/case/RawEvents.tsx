/** Events of the case exactly as received, newest first. Starts open if no document explains the code. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { onlyValue } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { useReceivedTextFold } from '../../timeline/detail/use-received-text-fold.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { TextOfEvent } from '../../timeline/detail/TextOfEvent.tsx';
import { Keycap } from '../../../components/Keycap.tsx';
import { useHiddenScreen } from '../../../rules/use-page-rules.ts';
import { aroundFilter } from '../../timeline/row-values.ts';
import pane from '../../../components/detail/DetailPane.module.css';
import styles from './RawEvents.module.css';

interface RawEventsProps {
  readonly summary: CaseSummary;
  readonly seqs: readonly number[];
  readonly isUndocumented: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function RawEvents({ summary, seqs, isUndocumented, scroller }: RawEventsProps) {
  const [opened, toggle] = useReceivedTextFold('case.raw', isUndocumented);
  const [chosenIndex, setChosenIndex] = useState(0);
  const index = Math.min(chosenIndex, seqs.length - 1);
  const seq = seqs[index] ?? summary.lastSeq;
  const isOne = seqs.length === 1;
  const Icon = opened ? ChevronDown : ChevronRight;
  return (
    <section className="panel fixed shrinks" aria-label="Raw">
      <header className={styles['head']}>
        <button type="button" className={styles['toggle']} aria-expanded={opened} onClick={toggle}>
          <Icon size={14} aria-hidden="true" />
          <b className="strong">Raw</b>
          <Keycap name="V" />
          <span className="quiet">
            {isOne ? '1 event' : `${seqs.length} events`}
            {isUndocumented && opened ? ', open because the code is unknown' : ', as received'}
          </span>
        </button>
        <Links summary={summary} seq={seq} />
      </header>
      {opened && (
        <div className="shrinks ruled pad-3">
          {!isOne && (
            <p className={styles['steps']}>
              <Button size="compact-xs" disabled={index === 0} onClick={() => setChosenIndex(index - 1)}>
                Newer
              </Button>
              <Button size="compact-xs" disabled={index === seqs.length - 1} onClick={() => setChosenIndex(index + 1)}>
                Older
              </Button>
              <span className="quiet">
                event {seq}, {index + 1} of {seqs.length}
              </span>
            </p>
          )}
          <TextOfEvent key={seq} seq={seq} scroller={scroller} />
        </div>
      )}
    </section>
  );
}

function Links({ summary, seq }: { summary: CaseSummary; seq: number }) {
  const hasTimeline = useHiddenScreen('timeline') === null;
  const hasSubscriptions = useHiddenScreen('subscriptions') === null;
  const { eid, iccid, lastAt, lastSeq } = summary;
  const id = iccid ?? eid;
  return (
    <nav className={`${pane['links']} quiet`} aria-label="From here">
      {hasTimeline && (
        <>
          <a href={hrefOf('timeline', { filter: aroundFilter({ receivedAt: lastAt }), event: lastSeq })}>
            around this ±5 min
          </a>
          {eid !== null && <a href={hrefOf('timeline', { filter: onlyValue('eid', eid), event: seq })}>its timeline</a>}
        </>
      )}
      {hasSubscriptions && id !== null && <a href={hrefOf('subscriptions', { find: id })}>find subscription</a>}
    </nav>
  );
}
