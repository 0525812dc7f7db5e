/** A combobox whose focus stays in its text; panels below it cover the page and move nothing. */
import { Search } from 'lucide-react';
import { useId, useRef } from 'react';
import type { InvalidParameter } from '../../../address/address-codec.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { useWatch } from '../../../stores/use-stores.ts';
import type { Suggestion } from './completion.ts';
import { DraftInput, WAITING_TEXT } from './DraftInput.tsx';
import { fieldAnnouncement } from './field-announcement.ts';
import { type FieldEvent, OPEN_LIST } from './field-state.ts';
import { QueryChip, WrongChip } from './QueryChip.tsx';
import styles from './QueryField.module.css';
import { QueryPanels } from './QueryPanels.tsx';
import { useCaret } from './use-caret.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { useQueryField } from './use-query-field.ts';

interface QueryFieldProps {
  readonly filter: Filter;
  readonly wrong: readonly InvalidParameter[];
  readonly change: (filter: Filter) => void;
  readonly dropWrong: (name: string) => void;
}

export function QueryField({ filter, wrong, change, dropWrong }: QueryFieldProps) {
  const isConnected = useWatch(({ wire }) => wire.kind === 'open');
  const field = useQueryField(filter, change);
  const { state, query, mistake, choices, dispatch } = field;
  const { isFocused } = state;
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const idOf = (choice: Suggestion) => `${id} ${choices.indexOf(choice)}`.replaceAll(/\s/g, '-');
  const dispatchInField = (...events: readonly FieldEvent[]) => {
    input.current?.focus();
    dispatch(...events);
  };
  useCaret({ input, box, state: query, isFocused });
  useCommands([
    {
      id: 'filter.write',
      title: 'Write a filter',
      group: 'Filter',
      keys: ['/', 'F'],
      run: () => dispatchInField(OPEN_LIST),
    },
    {
      id: 'filter.clear',
      title: 'Clear all filters',
      group: 'Filter',
      keys: [],
      unavailable: filter.terms.length > 0 ? null : 'No filter is set.',
      run: () => change({ terms: [] }),
    },
  ]);

  return (
    <search className={styles['field']} aria-label="Filter" data-wrong={mistake !== null} data-lost={!isConnected}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a
          click next to the text focuses the text, which keys reach directly */}
      <div
        ref={box}
        className={styles['box']}
        onMouseDown={(event) => {
          if (event.target instanceof Element && event.target.closest('button, input') !== null) return;
          event.preventDefault();
          dispatchInField(OPEN_LIST);
        }}
      >
        <Search className={styles['icon']} size={14} aria-hidden="true" />
        {wrong.map((parameter) => (
          // A parameter may have two problems.
          <WrongChip
            key={`${parameter.name} ${parameter.problem}`}
            wrong={parameter}
            drop={() => dropWrong(parameter.name)}
          />
        ))}
        {query.chips.map((term, index) => (
          <QueryChip
            // A filter may contain the same term twice.
            key={index}
            term={term}
            order={index < query.at ? 2 * index : 2 * index + 2}
            isCurrent={isFocused && query.current === index}
            isMarked={isFocused && query.isAll}
            edit={() => dispatchInField({ kind: 'edit', chip: index }, OPEN_LIST)}
            remove={() => dispatchInField({ kind: 'remove', chip: index })}
          />
        ))}
        <DraftInput field={field} input={input} box={box} id={id} idOf={idOf} isConnected={isConnected} />
        {query.draft !== '' && !isConnected && <span className={styles['pending']}>{WAITING_TEXT}</span>}
        {query.draft !== '' && !isFocused && isConnected && (
          <span className={styles['pending']}>
            <Keycap name="Enter" /> to search
          </span>
        )}
      </div>
      <QueryPanels field={field} box={box} id={id} idOf={idOf} dispatchInField={dispatchInField} />
      <output className="visually-hidden">{fieldAnnouncement(field)}</output>
    </search>
  );
}
