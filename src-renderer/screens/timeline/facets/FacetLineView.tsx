/** Alt+click excludes; ⊕ and ⊖ do the same on hover or focus. Memoized: dozens of lines update while events arrive. */
import type { CountedField } from '../../../../src-shared/domain/event/event-fields.ts';
import { CircleMinus, CirclePlus, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, memo, useState } from 'react';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { isOutcome } from '../../../../src-shared/domain/event/outcomes.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { errorMeaning } from '../../../words/event-words.ts';
import type { FacetLine } from './facet-lines.ts';
import { valueName } from '../../../words/value-words.ts';
import styles from './Facets.module.css';

interface FacetLineViewProps extends FacetLine {
  readonly field: CountedField;
  readonly isComplete: boolean;
  readonly isStop: boolean;
  /** Stable for the lifetime of the line, like `focus`. */
  readonly filter: (value: string, negated: boolean) => void;
  readonly focus: (value: string) => void;
}

export const FacetLineView = memo(function FacetLineView(props: FacetLineViewProps) {
  const { field, value, count, share, state, isComplete, isStop, filter, focus } = props;
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const name = valueName(field, value);
  const label = visibleText(name ?? value);
  const keys = ({ key }: KeyboardEvent) => (key === '+' || key === '=' ? false : key === '-' ? true : null);
  return (
    // The handlers only decide which buttons are visible.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles['line']}
      data-state={state}
      data-value={value}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Tooltip label={() => tipOf(field, value, state, name)} side="right" anchorTag="li">
        <button
          type="button"
          className={styles['name']}
          data-facet
          tabIndex={isStop ? 0 : -1}
          aria-pressed={state === 'in'}
          aria-label={`${label}, ${count === null ? 'not counted yet' : numberText(count)}${state === 'out' ? ', excluded' : ''}`}
          onClick={(event) => filter(value, event.altKey)}
          onFocus={() => focus(value)}
          onKeyDown={(event) => {
            const negated = keys(event);
            if (negated === null || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            filter(value, negated);
          }}
        >
          {field === 'outcome' && isOutcome(value) && <OutcomeMark outcome={value} />}
          {name === null ? (
            <Untrusted className="shrinks clips tiny mono-face" text={value} truncate="front" />
          ) : (
            <span className="ellipsis shrinks">{name}</span>
          )}
        </button>
      </Tooltip>
      {(isPointed || isFocused) && (
        <>
          <FilterButton label={`Only events with ${label}`} Icon={CirclePlus} run={() => filter(value, false)} />
          <FilterButton label={`No events with ${label}`} Icon={CircleMinus} run={() => filter(value, true)} />
        </>
      )}
      <span className="quiet fixed">{count === null ? '' : `${numberText(count)}${isComplete ? '' : '+'}`}</span>
      {share > 0 && <span className={styles['bar']} style={{ width: `calc(${share} * (100% - var(--px) * 12))` }} />}
    </li>
  );
});

function FilterButton({ label, Icon, run }: { label: string; Icon: LucideIcon; run: () => void }) {
  return (
    <button type="button" className="quiet fixed brightens inline-flex" tabIndex={-1} aria-label={label} onClick={run}>
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}

function tipOf(field: CountedField, value: string, state: FacetLine['state'], name: string | null): string {
  const meaning = field === 'code' ? errorMeaning(value) : null;
  const stateText =
    state === 'out'
      ? 'Excluded; the count shows what including it would add'
      : 'Click: only these · Alt+click: none of these';
  return [...(name === value ? [] : [visibleText(value)]), ...(meaning === null ? [] : [meaning]), stateText].join(
    '\n',
  );
}
