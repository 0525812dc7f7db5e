import { type CountedField, countedFields } from '../../../../src-shared/domain/event/event-fields.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { useTally } from '../../../stores/use-stores.ts';
import { useHasStaleCounts, useIsOfPreviousFilter } from '../use-has-stale-counts.ts';
import { FacetGroup } from './FacetGroup.tsx';
import { readFolds, saveFolds } from './stored-folds.ts';

interface FacetsProps {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
}

export function Facets({ filter, change }: FacetsProps) {
  const tally = useTally(({ counts }) => counts.value);
  const isUncounted = useHasStaleCounts(filter);
  const isOfPrevious = useIsOfPreviousFilter(filter, tally);
  const [isPointing, setPointing] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  // A focused value that is removed fires no blur event. Without this check the order would stay fixed.
  const refresh = useEffectEvent(() => {
    if (isFocused && area.current?.contains(document.activeElement) !== true) setFocused(false);
  });
  useEffect(() => refresh());
  const [folded, setFolded] = useState<ReadonlySet<CountedField>>(() => readFolds(localStorage));
  const fold = (field: CountedField) => {
    const next = new Set(folded);
    if (!next.delete(field)) next.add(field);
    setFolded(next);
    saveFolds(localStorage, next);
  };
  return (
    <div
      ref={area}
      className="pad-y-1"
      data-stale={isOfPrevious || undefined}
      onPointerEnter={() => setPointing(true)}
      onPointerLeave={() => setPointing(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {countedFields.map((field) => (
        <FacetGroup
          key={field}
          field={field}
          filter={filter}
          tally={tally}
          hasStaleCounts={isUncounted}
          isPaused={isPointing || isFocused}
          isFolded={folded.has(field)}
          fold={() => fold(field)}
          change={change}
        />
      ))}
    </div>
  );
}
