/** Shows how many would match without each filter, and the blind time, because missing events prove nothing. */
import { EVERYTHING, type Filter, type FilterTerm } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { MINUTE_MS } from '../../../../src-shared/lib/durations.ts';
import { eventsText, counted } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Glyph } from '../../../components/Glyph.tsx';
import { Keycap } from '../../../components/Keycap.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useCounts } from '../../../stores/queries/use-counts.ts';
import { useKnownNow, useNow, useTally, useWatchedUntil } from '../../../stores/use-stores.ts';
import { lengthText } from '../../../time/time-text.ts';
import styles from './NoMatches.module.css';
import { countWord, type Removal, removalsOf, spanAlone } from './removals.ts';
import { blindTimeOf } from '../histogram/blind-time.ts';

interface NoMatchesProps {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
}

export function NoMatches({ filter, change }: NoMatchesProps) {
  const now = useNow(MINUTE_MS);
  const removals = removalsOf(filter, now);
  const counts = useCounts([spanAlone(filter), ...removals.map((removal) => removal.filter)]);
  const [inSpan, ...left] = counts;
  const terms = removals.filter(({ kind }) => kind === 'term').length;
  const clear = () => change(EVERYTHING);
  useCommands([{ id: 'timeline.clear', title: 'Clear all filters', group: 'Filter', keys: ['Escape'], run: clear }]);
  return (
    <section className={styles['nothing']} aria-label="Nothing matches" aria-live="polite">
      <div>
        <h2 className="title-size tight-lines">{titleOf(terms)}</h2>
        <p className="quiet">{detailOf(terms, inSpan ?? null)}</p>
      </div>
      <ul className="panel unmarked divided">
        {removals.map((removal, index) => (
          <RemovalLine
            key={printFilter(removal.filter) + String(index)}
            removal={removal}
            left={left[index] ?? null}
            take={() => change(removal.filter)}
          />
        ))}
      </ul>
      <BlindSpan />
      <div className={styles['clear']}>
        <Button variant="filled" onClick={clear}>
          Clear all filters&ensp;
          <Keycap name="Esc" />
        </Button>
      </div>
    </section>
  );
}

function titleOf(terms: number): string {
  if (terms === 0) return 'No event is stored for this span';
  if (terms === 1) return 'No event matches this filter';
  return `No event matches ${terms === 2 ? 'both' : `all ${countWord(terms)}`} filters`;
}

function detailOf(terms: number, inSpan: number | null): string {
  if (terms === 0) return 'A longer time span would find:';
  if (inSpan === 0) return `Nothing is stored for this span, with or without ${terms === 1 ? 'it' : 'them'}.`;
  const stored = inSpan === null ? '' : `${eventsText(inSpan)} ${inSpan === 1 ? 'is' : 'are'} stored for this span. `;
  return stored + (terms === 1 ? 'Without it you would find:' : 'Without one filter you would find:');
}

function RemovalLine({ removal, left, take }: { removal: Removal; left: number | null; take: () => void }) {
  const isSpan = removal.kind === 'span';
  return (
    <li className={styles['removal']}>
      {isSpan ? (
        <span>{removal.days === null ? 'over all stored events' : spanWords(removal.days)}</span>
      ) : (
        <>
          without <Term term={removal.term} />
        </>
      )}
      <span className={styles['remaining-count']} data-none={left === 0}>
        {left === null ? '' : left === 0 ? 'still none' : eventsText(left)}
      </span>
      <Button className={styles['take'] ?? ''} disabled={left === 0} onClick={take}>
        {isSpan ? 'Widen' : 'Remove'}
      </Button>
    </li>
  );
}

function spanWords(days: number): string {
  return days === 1 ? 'over the last 24 h instead' : `over the last ${days} days instead`;
}

function Term({ term }: { term: FilterTerm }) {
  const isNegated = 'negated' in term && term.negated;
  const [field, ...value] = printFilter({ terms: [term] })
    .replace(/^-/, '')
    .split(':');
  return (
    <span className={styles['term']} data-negated={isNegated}>
      <span className="quiet fixed">
        {isNegated && 'not '}
        {field}
      </span>
      <Untrusted className="one-line strong shrinks" text={value.join(':')} truncate="end" />
    </span>
  );
}

function BlindSpan() {
  const now = useKnownNow(MINUTE_MS);
  const watchedUntil = useWatchedUntil(now);
  const bars = useTally((state) => state.bars.value);
  if (bars === null) return null;
  const { blindMs, gaps, newestGap } = blindTimeOf(bars.coverage, bars.span, now, watchedUntil);
  if (gaps === 0) return null;
  return (
    <div className={styles['blind']}>
      <Glyph shape="hatched" />
      <span>{lengthText(blindMs)} of this span was not watched. Events sent then are missing here.</span>
      <a href={hrefOf('coverage', { gap: newestGap })}>Show {counted(gaps, 'gap')}</a>
    </div>
  );
}
