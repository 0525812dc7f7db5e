import type { ReactNode } from 'react';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import type { RowFailures } from '../../../stores/subscriptions/row-failures.ts';
import { failuresFilter } from './failures-filter.ts';

interface FailuresCellProps {
  /** Null until loaded. */
  readonly failures: RowFailures | null;
  /** Shown if no failure is known. */
  readonly children?: ReactNode;
}

export function FailuresCell({ failures, children }: FailuresCellProps) {
  const newest = failures?.newest[0];
  if (failures === null || newest === undefined)
    return (
      <span className="inline-row gap-2">
        <span className="quiet">{failures === null ? '' : failures.isAtLeast ? '?' : '–'}</span>
        {children}
      </span>
    );
  return (
    <span className="inline-row gap-2">
      <OutcomeMark outcome={newest.outcome === 'partial' ? 'partial' : 'failed'} />
      <a href={hrefOf('timeline', { filter: failuresFilter(failures.identifiers) })}>
        {numberText(failures.count)}
        {failures.isAtLeast ? '+' : ''} failed
      </a>
    </span>
  );
}
