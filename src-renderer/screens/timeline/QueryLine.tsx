/** What the list is a part of: each term of the filter, and what of the address could not be read, with the way out. */
import { UnstyledButton } from '@mantine/core';
import { Search, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WrongParameter } from '../../address/address-codec.ts';
import type { Filter, FilterTerm } from '../../../src-shared/domain/filter.ts';
import { withoutTerm } from '../../../src-shared/domain/filter-edit.ts';
import { printFilter } from '../../../src-shared/domain/filter-text.ts';
import { printFilterTime } from '../../../src-shared/domain/filter-time.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { visibleText } from '../../text/visible-text.ts';
import styles from './QueryLine.module.css';

interface QueryLineProps {
  readonly filter: Filter;
  readonly wrong: readonly WrongParameter[];
  readonly change: (filter: Filter) => void;
  readonly dropWrong: (name: string) => void;
}

export function QueryLine({ filter, wrong, change, dropWrong }: QueryLineProps) {
  return (
    <search className={styles['query']} aria-label="Filter">
      <Search size={14} aria-hidden="true" />
      {filter.terms.map((term, index) => (
        <Chip
          // A filter may say the same twice.
          key={index}
          isNegated={'negated' in term && term.negated}
          name={printFilter({ terms: [term] })}
          remove={() => change(withoutTerm(filter, index))}
        >
          {'negated' in term && term.negated && <em className={styles['not']}>not</em>}
          <span className={styles['field']}>{fieldOf(term)}</span>
          <span className={styles['value']}>
            <Untrusted text={valueOf(term)} lose="end" />
          </span>
        </Chip>
      ))}
      {wrong.map(({ name, text, problem }) => (
        // A parameter may be wrong in two ways.
        <Chip key={`${name} ${problem}`} isWrong name={name} remove={() => dropWrong(name)}>
          <TriangleAlert size={13} aria-hidden="true" />
          <span className={styles['field']}>{name}</span>
          <span className={styles['value']}>
            <Untrusted text={text} lose="end" />
          </span>
          <span className={styles['problem']}>
            <Untrusted text={problem} lose="end" />
          </span>
        </Chip>
      ))}
    </search>
  );
}

function Chip(props: {
  name: string;
  isNegated?: boolean;
  isWrong?: boolean;
  remove: () => void;
  children: ReactNode;
}) {
  return (
    <span className={styles['chip']} data-negated={props.isNegated} data-wrong={props.isWrong}>
      {props.children}
      <UnstyledButton
        className={styles['remove']}
        aria-label={`Remove ${visibleText(props.name)}`}
        onClick={props.remove}
      >
        <X size={12} aria-hidden="true" />
      </UnstyledButton>
    </span>
  );
}

function fieldOf(term: FilterTerm): string {
  return term.kind === 'value' ? term.field : term.kind;
}

function valueOf(term: FilterTerm): string {
  return term.kind === 'since' || term.kind === 'until' ? printFilterTime(term.time) : term.values.join(', ');
}
