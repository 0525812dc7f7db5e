/** Each figure links to its rows. The counts of bars under the pointer or selected replace the blind time. */
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import { worstFirst } from '../../../../src-shared/domain/event/outcomes.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { eventsText, numberText, counted } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { AsOf } from '../../../components/AsOf.tsx';
import { Glyph } from '../../../components/Glyph.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { onlyFoldedHeartbeats } from '../../../stores/timeline/folded-heartbeats.ts';
import type { Tally } from '../../../stores/timeline/tally-store.ts';
import { useAsOf, useTally } from '../../../stores/use-stores.ts';
import { lengthText } from '../../../time/time-text.ts';
import { outcomeWords } from '../../../words/outcome-words.ts';
import { useHasStaleCounts, useIsOfPreviousFilter } from '../use-has-stale-counts.ts';
import styles from './Histogram.module.css';
import { isOutsideFilter, isOnlyOutcome, outcomeToggled } from './zoom.ts';
import type { BlindTime } from './blind-time.ts';

export function HistogramCaption(props: {
  filter: Filter;
  isCurrent: boolean;
  blind: BlindTime;
  barFigures: string | null;
}) {
  const { filter, isCurrent, blind, barFigures } = props;
  const tally = useTally(({ counts }) => counts.value);
  const isLost = useAsOf() !== null;
  const isUncounted = useHasStaleCounts(filter);
  const isOfPrevious = useIsOfPreviousFilter(filter, tally);
  return (
    <div className={styles['caption']} aria-busy={!isCurrent}>
      <span className={styles['figures']} data-stale={isOfPrevious || undefined}>
        {isUncounted && 'Not counted: filters wait for Watchfloor'}
        {tally !== null && !isUncounted && (
          <>
            <strong className={styles['events']}>
              {tally.isComplete ? '' : 'at least '}
              {matchText(tally, filter)}
            </strong>
            {worstFirst.map((outcome) => (
              <OutcomeCount key={outcome} outcome={outcome} tally={tally} filter={filter} />
            ))}
            <Heartbeats count={tally.heartbeats} filter={filter} />
          </>
        )}
      </span>
      <span className={styles['right']}>
        <output className="ellipsis loud">{barFigures}</output>
        {barFigures === null && (isLost ? <AsOf /> : <Blind {...blind} />)}
      </span>
    </div>
  );
}

function OutcomeCount({ outcome, tally, filter }: { outcome: Outcome; tally: Tally; filter: Filter }) {
  const count = tally.fields.get('outcome')?.find(({ value }) => value === outcome)?.count ?? 0;
  const isOnly = isOnlyOutcome(filter, outcome);
  // Excluded outcomes are not part of the total next to them. The facets list them.
  if (isOutsideFilter(filter, outcome) || (count === 0 && !isOnly)) return null;
  const word = outcomeWords[outcome].toLowerCase();
  return (
    <Tooltip label={isOnly ? 'Show all outcomes again' : `Only ${word} events`}>
      <a
        className={styles['figure']}
        href={hrefOf('timeline', { filter: outcomeToggled(filter, outcome) })}
        aria-current={isOnly}
      >
        <OutcomeMark outcome={outcome} />
        {/* The number of the only outcome is the one before it. */}
        {!isOnly && <b>{numberText(count)}</b>} <span aria-hidden="true">{word}</span>
      </a>
    </Tooltip>
  );
}

/** "147 of 699 match" if the filter names outcomes, "699 events" otherwise. */
function matchText(tally: Tally, filter: Filter): string {
  if (!worstFirst.some((outcome) => isOutsideFilter(filter, outcome))) return eventsText(tally.count);
  const all = tally.fields.get('outcome')?.reduce((sum, { count }) => sum + count, 0) ?? tally.count;
  return `${numberText(tally.count)} of ${numberText(Math.max(all, tally.count))} match`;
}

/** Heartbeats are folded in the list and in no other figure; this link shows each of them. */
function Heartbeats({ count, filter }: { count: number; filter: Filter }) {
  if (count === 0) return null;
  return (
    <Tooltip label="Show only heartbeats">
      <a className={styles['figure']} href={hrefOf('timeline', { filter: onlyFoldedHeartbeats(filter) })}>
        {counted(count, 'heartbeat')}
      </a>
    </Tooltip>
  );
}

function Blind({ blindMs, newestGap }: BlindTime) {
  if (blindMs === 0) return null;
  return (
    <a className={styles['figure']} href={hrefOf('coverage', { gap: newestGap })}>
      <Glyph shape="hatched" /> blind {lengthText(blindMs)}
    </a>
  );
}
