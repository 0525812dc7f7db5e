import type { ReactNode } from 'react';
import type { InvalidParameter } from '../../../address/address-codec.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { QueryField } from './QueryField.tsx';
import { SpanControl } from './SpanControl.tsx';
import { FacetsButton } from './FacetsButton.tsx';
import styles from './QueryBar.module.css';

interface QueryBarProps {
  readonly filter: Filter;
  readonly wrong: readonly InvalidParameter[];
  readonly change: (filter: Filter) => void;
  readonly dropWrong: (name: string) => void;
  readonly goToTime: (at: number) => void;
  readonly facets?: ReactNode;
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
