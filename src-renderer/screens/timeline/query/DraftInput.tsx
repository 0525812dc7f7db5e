import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef } from 'react';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { recoverFocus } from '../../../components/overlay/recover-focus.ts';
import type { Suggestion } from './completion.ts';
import styles from './DraftInput.module.css';
import { OPEN_LIST } from './field-state.ts';
import { MirroredText } from './MirroredText.tsx';
import { textOf } from './query-editing.ts';
import { eventsForKey } from './query-keys.ts';
import type { QueryFieldModel } from './use-query-field.ts';

export const WAITING_TEXT = 'Filters wait for Watchfloor';

interface DraftInputProps {
  readonly field: QueryFieldModel;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly id: string;
  readonly idOf: (choice: Suggestion) => string;
  readonly isConnected: boolean;
}

export function DraftInput({ field, input, box, id, idOf, isConnected }: DraftInputProps) {
  const { state, query, mistake, caretContext, help, list, active, ghost, dispatch } = field;
  const isPasted = useRef(false);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget } = event;
    if (event.nativeEvent.isComposing || altKey) return;
    const [from, to] = [currentTarget.selectionStart ?? 0, currentTarget.selectionEnd ?? 0];
    const events = eventsForKey(
      { key, shift: shiftKey, ctrl: ctrlKey || metaKey, from, to },
      { ...field, state: query },
    );
    if (events === null) return;
    event.preventDefault();
    if (events.some(({ kind }) => kind === 'all')) currentTarget.select();
    const isLeaving = events.some(({ kind }) => kind === 'leave');
    if (isLeaving) currentTarget.blur();
    dispatch(...events);
    if (isLeaving) recoverFocus();
  }
  function onCopy(event: ClipboardEvent<HTMLInputElement>): void {
    const term = query.current === null ? undefined : query.chips[query.current];
    if (!query.isAll && term === undefined) return;
    event.clipboardData.setData('text/plain', term === undefined ? textOf(query) : printFilter({ terms: [term] }));
    event.preventDefault();
    if (event.type === 'cut') dispatch({ kind: 'delete' });
  }

  const { at, caret, chips, draft } = query;
  const hasList = list !== null && list.groups.length > 0;
  const isLast = at === chips.length;
  return (
    <span className={styles['draft']} style={{ order: 2 * at - 1 }} data-last={isLast}>
      <MirroredText draft={draft} caret={caret} from={caretContext.from} mistake={mistake} ghost={ghost} />
      <input
        ref={input}
        className={styles['input']}
        role="combobox"
        aria-label="Filter: fields, values, or any text"
        aria-expanded={hasList}
        aria-controls={hasList ? id : undefined}
        aria-autocomplete="list"
        aria-invalid={mistake !== null}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        size={1}
        value={draft}
        aria-activedescendant={active === null ? undefined : idOf(active)}
        aria-describedby={help === null || !state.isFocused ? undefined : `${id}-mistake`}
        onFocus={() => dispatch({ kind: 'focus' })}
        onBlur={() => {
          dispatch({ kind: 'blur' });
          // Shows the start of the query while the user is not typing.
          box.current?.scrollTo({ left: 0 });
        }}
        onPaste={() => {
          isPasted.current = true;
        }}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          const written = { kind: 'write', text: value, caret: selectionStart ?? value.length } as const;
          dispatch(OPEN_LIST, { ...written, isPasted: isPasted.current });
          isPasted.current = false;
        }}
        onMouseDown={() => dispatch({ kind: 'caret', caret: query.caret }, OPEN_LIST)}
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) => {
          if (value !== query.draft || selectionStart !== selectionEnd || selectionStart === query.caret) return;
          dispatch({ kind: 'caret', caret: selectionStart ?? 0 });
        }}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onCut={onCopy}
      />
      {(!state.isFocused || !isConnected) && isLast && draft === '' && (
        <span className={`${styles['placeholder']} desk-only`} aria-hidden="true">
          {isConnected ? (
            <span>
              Add a filter <Keycap name="/" />
            </span>
          ) : (
            <span>{WAITING_TEXT}</span>
          )}
        </span>
      )}
    </span>
  );
}
