/** What the list is a part of: the query, the span of time, and what can be done with what is found. One line. */
import type { ReactNode } from 'react';
import type { InvalidParameter } from '../../../address/address-codec.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import styles from './QueryBar.module.css';
import { QueryField } from './QueryField.tsx';
import { SpanControl } from './SpanControl.tsx';
import { FacetsButton } from './FacetsButton.tsx';

interface QueryBarProps {
  readonly filter: Filter;
  /** What of the address could not be read. */
  readonly wrong: readonly InvalidParameter[];
  readonly change: (filter: Filter) => void;
  readonly dropWrong: (name: string) => void;
  /** Shows the events around this moment, UTC epoch ms. */
  readonly goToTime: (at: number) => void;
  /** The values of the fields, for windows that have no room for them beside the list. */
  readonly facets?: ReactNode;
  /** At the right end. */
  readonly actions?: ReactNode;
}

export function QueryBar({ filter, wrong, change, dropWrong, goToTime, facets, actions }: QueryBarProps) {
  return (
    <div className={styles['bar']}>
      <QueryField filter={filter} wrong={wrong} change={change} dropWrong={dropWrong} />
      {facets !== undefined && <FacetsButton>{facets}</FacetsButton>}
      <SpanControl filter={filter} change={change} goToTime={goToTime} />
      {actions}
    </div>
  );
}
