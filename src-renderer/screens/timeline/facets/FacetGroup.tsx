/** The values of a field: the most frequent ones, the others on request. Arrow keys move between them. */
import { type CountedField, facetTable } from '../../../../src-shared/domain/event/event-fields.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { worstFirst } from '../../../../src-shared/domain/event/outcomes.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import type { Tally } from '../../../stores/timeline/tally-store.ts';
import { facetLines, shownLines, withFacet } from './facet-lines.ts';
import { FacetLineView } from './FacetLineView.tsx';
import styles from './Facets.module.css';

interface FacetGroupProps {
  readonly field: CountedField;
  readonly filter: Filter;
  readonly tally: Tally | null;
  /** True if the tally belongs to another filter: values can be chosen, but their counts are unknown. */
  readonly hasStaleCounts: boolean;
  /** True while the pointer or the focus is on a value: news must not change the order. */
  readonly isPaused: boolean;
  readonly isFolded: boolean;
  readonly fold: () => void;
  readonly change: (filter: Filter) => void;
}

const MAX_UNFOLDED_VALUES = 6;
const NO_ORDER: readonly string[] = [];
const UNCOUNTED = { count: null, share: 0 } as const;

export function FacetGroup(props: FacetGroupProps) {
  const { field, filter, tally, hasStaleCounts, isPaused, isFolded, fold, change } = props;
  const [isOpen, setOpen] = useState(false);
  const [stop, setStop] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Order at the time the pointer arrived or the counted filter changed; null while it may change. */
  const [paused, setPaused] = useState<{ readonly filter: string; readonly order: readonly string[] } | null>(null);
  const always = field === 'outcome' ? worstFirst : NO_ORDER;
  const counted = tally === null ? '' : printFilter(tally.filter);
  const order = isPaused && paused?.filter === counted ? paused.order : null;
  const lines = facetLines(field, filter, tally?.fields ?? null, always, order);
  if (isPaused && order === null) setPaused({ filter: counted, order: lines.map(({ value }) => value) });
  if (!isPaused && paused !== null) setPaused(null);
  const shown = isOpen ? lines : shownLines(lines, MAX_UNFOLDED_VALUES);
  const hidden = lines.length - shown.length;
  const latest = useRef({ filter, lines, change });
  useLayoutEffect(() => {
    latest.current = { filter, lines, change };
  });
  const filterBy = useCallback(
    (value: string, negated: boolean) => {
      const { current } = latest;
      const line = current.lines.find((each) => each.value === value);
      if (line !== undefined) current.change(withFacet(current.filter, field, line, negated));
    },
    [field],
  );
  if (lines.length === 0) return null;
  const stopAt = shown.some(({ value }) => value === stop) ? stop : shown[0]?.value;
  const Arrow = isFolded ? ChevronRight : ChevronDown;

  function walk(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-facet]') ?? [])];
    const at = all.findIndex((button) => button === document.activeElement);
    if (by === 0 || at === -1) return;
    event.preventDefault();
    all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
  }

  return (
    <section className={styles['group']} aria-label={facetTable[field].counts.title}>
      <button type="button" className={styles['title']} aria-expanded={!isFolded} onClick={fold}>
        {facetTable[field].counts.title}
        <Arrow size={12} aria-hidden="true" />
      </button>
      {!isFolded && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul ref={list} className="unmarked" onKeyDown={walk}>
          {shown.map((line) => (
            <FacetLineView
              key={line.value}
              field={field}
              {...line}
              {...(hasStaleCounts ? UNCOUNTED : {})}
              isComplete={tally?.isComplete !== false}
              isStop={line.value === stopAt}
              filter={filterBy}
              focus={setStop}
            />
          ))}
        </ul>
      )}
      {!isFolded && (hidden > 0 || isOpen) && lines.length > MAX_UNFOLDED_VALUES && (
        <button type="button" className={styles['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : `${hidden} more`}
        </button>
      )}
    </section>
  );
}
