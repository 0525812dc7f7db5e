/** Chip for a finished term or an invalid parameter of the address. A click turns it into text; ✕ removes it. */
import { TriangleAlert, X } from 'lucide-react';
import type { InvalidParameter } from '../../../address/address-codec.ts';
import type { FilterTerm } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { chipText, chipWords } from '../../../words/chip-words.ts';
import styles from './QueryChip.module.css';

interface QueryChipProps {
  readonly term: FilterTerm;
  /** CSS order among the parts of the field, because the text may be between two chips. */
  readonly order: number;
  readonly isCurrent: boolean;
  readonly isMarked: boolean;
  readonly edit: () => void;
  readonly remove: () => void;
}

export function QueryChip({ term, order, isCurrent, isMarked, edit, remove }: QueryChipProps) {
  const { isNegated, field, operator, values } = chipWords(term);
  return (
    <span
      className={styles['chip']}
      style={{ order }}
      data-negated={isNegated}
      data-current={isCurrent}
      data-marked={isMarked}
    >
      <button
        type="button"
        className={styles['words']}
        tabIndex={-1}
        data-printed
        aria-label={`${visibleText(chipText(term))}, change`}
        onClick={edit}
      >
        {isNegated && <em className={styles['not']}>not</em>} <span className="quiet">{field}</span>{' '}
        {operator !== null && <span className="quiet">{operator}</span>}{' '}
        <Untrusted className={styles['value']} text={values.join(', ')} truncate="end" />
      </button>
      <Remove name={printFilter({ terms: [term] })} tabIndex={-1} remove={remove} />
    </span>
  );
}

export function WrongChip({ wrong: { name, text, problem }, drop }: { wrong: InvalidParameter; drop: () => void }) {
  return (
    <span className={styles['chip']} data-wrong="true">
      <span className={styles['words']}>
        <TriangleAlert size={12} aria-hidden="true" />
        <span className="quiet">{name}</span>
        <Untrusted className={styles['value']} text={text} truncate="end" />
        <Untrusted className={styles['problem']} text={problem} truncate="end" />
      </span>
      <Remove name={name} tabIndex={0} remove={drop} />
    </span>
  );
}

/** The arrow keys of the field reach chips, so only a chip that is not part of the field is a tab stop. */
function Remove({ name, tabIndex, remove }: { name: string; tabIndex: number; remove: () => void }) {
  return (
    <button
      type="button"
      className="inline-row quiet rounded hovers brightens full-height pad-x-1 desk-only"
      tabIndex={tabIndex}
      aria-label={`Remove ${visibleText(name)}`}
      onClick={remove}
    >
      <X size={12} aria-hidden="true" />
    </button>
  );
}
