import { type ReactNode, useRef } from 'react';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { useRowFailures } from '../../../stores/use-row-failures.ts';
import { failuresFilter } from './failures-filter.ts';

/** `identifiers`: those by which events may name the row. `children` are shown if no failure is known. */
export function FailuresCell({ identifiers, children }: { identifiers: readonly string[]; children?: ReactNode }) {
  const cell = useRef<HTMLSpanElement>(null);
  const failures = useRowFailures(identifiers, cell);
  const newest = failures?.newest[0];
  return (
    <span ref={cell} className="inline-row gap-2">
      {failures === null || newest === undefined ? (
        <>
          <span className="quiet">{failures === null ? '' : failures.isAtLeast ? 'not loaded' : 'none'}</span>
          {children}
        </>
      ) : (
        <>
          <OutcomeMark outcome={newest.outcome === 'partial' ? 'partial' : 'failed'} />
          <a href={hrefOf('timeline', { filter: failuresFilter(identifiers) })}>
            {numberText(failures.count)}
            {failures.isAtLeast ? '+' : ''} failed
          </a>
        </>
      )}
    </span>
  );
}
