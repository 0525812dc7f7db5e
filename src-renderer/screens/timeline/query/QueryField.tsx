/**
 * The query field: chips and text in a single line that scrolls. A combobox whose focus stays in its text; panels below
 * it cover the page and move nothing.
 */
import { Search } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { InvalidParameter } from '../../../address/address-codec.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { recoverFocus } from '../../../components/overlay/recover-focus.ts';
import { useWatch } from '../../../stores/use-stores.ts';
import { type Suggestion, remainder } from './completion.ts';
import { CompletionList } from './CompletionList.tsx';
import { DraftInput, WAITING_TEXT } from './DraftInput.tsx';
import { fieldAnnouncement } from './field-announcement.ts';
import { AnchoredPanel } from './AnchoredPanel.tsx';
import { MistakeNotice } from './MistakeNotice.tsx';
import { mistakeOf, type QueryInput, textOf } from './query-editing.ts';
import { actionForKey, type FieldAction, acceptedInput } from './query-keys.ts';
import { QueryChip, WrongChip } from './QueryChip.tsx';
import styles from './QueryField.module.css';
import { useCaret } from './use-caret.ts';
import { useCompletion } from './use-completion.ts';
import { useFieldCommands } from './use-field-commands.ts';
import { useQueryEditing } from './use-query-editing.ts';
import { useTypingPause } from './use-typing-pause.ts';

interface QueryFieldProps {
  readonly filter: Filter;
  readonly wrong: readonly InvalidParameter[];
  readonly change: (filter: Filter) => void;
  readonly dropWrong: (name: string) => void;
}

export function QueryField({ filter, wrong, change, dropWrong }: QueryFieldProps) {
  const isConnected = useWatch(({ wire }) => wire.kind === 'open');
  const { state, dispatch } = useQueryEditing(filter, change);
  const [isFocused, setFocused] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [chosenText, setChosen] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const isPasted = useRef(false);
  const list = useId();

  const mistake = mistakeOf(state);
  const { caretContext, completion, help, counts } = useCompletion(state, isFocused && (isOpen || mistake !== null));
  const hasLines = completion.groups.length > 0;
  const isListOpen = isFocused && isOpen && help === null && (hasLines || completion.hint !== null);
  const choices = isListOpen ? completion.groups.flatMap((group) => group.suggestions) : [];
  const chosen = choices.find(({ text }) => text === chosenText) ?? null;
  const active = chosen ?? (isListOpen ? completion.best : null);
  const ghost =
    active !== null && isFocused && state.caret === state.draft.length ? remainder(active, caretContext.typed) : '';
  const idOf = (choice: Suggestion) => `${list} ${choices.indexOf(choice)}`.replaceAll(/\s/g, '-');

  function enter(...inputs: readonly QueryInput[]): void {
    const next = dispatch(...inputs);
    setChosen(null);
    if (next.draft === '' && next.caret === 0) setOpen(false);
  }
  function act(done: FieldAction): void {
    switch (done.kind) {
      case 'inputs':
        enter(...done.inputs);
        if (done.list !== undefined) setOpen(done.list === 'open');
        return;
      case 'choose': {
        const at = active === null ? (done.by === 1 ? -1 : 0) : choices.indexOf(active);
        setChosen(choices.at((at + done.by) % choices.length)?.text ?? null);
        return;
      }
      case 'list':
        setOpen(done.list === 'open');
        setChosen(null);
        // Enter shows a dismissed mistake again.
        if (done.list === 'closed' && help !== null) leave();
        return;
      case 'leave':
        leave();
    }
  }
  function leave(): void {
    // A blur clears the selection first, so that give-up is the last input.
    input.current?.blur();
    dispatch({ kind: 'give-up' });
    recoverFocus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget: field } = event;
    if (altKey) return;
    const press = {
      key,
      shift: shiftKey,
      ctrl: ctrlKey || metaKey,
      from: field.selectionStart ?? 0,
      to: field.selectionEnd ?? 0,
    };
    const done = actionForKey(press, { state, caretContext, list: isListOpen ? completion : null, chosen, help });
    if (done === null) return;
    event.preventDefault();
    if (done.kind === 'inputs' && done.inputs.some(({ kind }) => kind === 'all')) field.select();
    act(done);
  }
  function onCopy(event: ClipboardEvent<HTMLInputElement>): void {
    const term = state.current === null ? undefined : state.chips[state.current];
    if (!state.isAll && term === undefined) return;
    event.clipboardData.setData('text/plain', term === undefined ? textOf(state) : printFilter({ terms: [term] }));
    event.preventDefault();
    if (event.type === 'cut') enter({ kind: 'delete' });
  }

  useCaret({ input, box, state, isFocused });
  // Text that starts a known name may still become one.
  useTypingPause(state, isFocused && completion.best === null, () => dispatch({ kind: 'rest' }));
  useFieldCommands({
    input,
    hasTerms: filter.terms.length > 0,
    open: () => setOpen(true),
    clear: () => change({ terms: [] }),
  });

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
          input.current?.focus();
          setOpen(true);
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
        {state.chips.map((term, index) => (
          <QueryChip
            // A filter may contain the same term twice.
            key={index}
            term={term}
            order={index < state.at ? 2 * index : 2 * index + 2}
            isCurrent={isFocused && state.current === index}
            isMarked={isFocused && state.isAll}
            edit={() => {
              enter({ kind: 'edit', chip: index });
              setOpen(true);
              input.current?.focus();
            }}
            remove={() => {
              enter({ kind: 'remove', chip: index });
              input.current?.focus();
            }}
          />
        ))}
        <DraftInput
          state={state}
          from={caretContext.from}
          mistake={mistake}
          ghost={ghost}
          isIdle={!isFocused}
          isDisconnected={!isConnected}
          ref={input}
          list={isListOpen && hasLines ? list : null}
          aria-activedescendant={active === null ? undefined : idOf(active)}
          aria-describedby={help === null || !isFocused ? undefined : `${list}-mistake`}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            setOpen(false);
            // Shows the start of the query while the user is not typing.
            box.current?.scrollTo({ left: 0 });
            if (state.current !== null || state.isAll) dispatch({ kind: 'caret', caret: state.caret });
          }}
          onPaste={() => {
            isPasted.current = true;
          }}
          onChange={({ currentTarget: { value, selectionStart } }) => {
            setOpen(true);
            enter({ kind: 'write', text: value, caret: selectionStart ?? value.length, isPasted: isPasted.current });
            isPasted.current = false;
          }}
          onMouseDown={() => {
            setOpen(true);
            if (state.isAll || state.current !== null) dispatch({ kind: 'caret', caret: state.caret });
          }}
          onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) => {
            if (value !== state.draft || selectionStart !== selectionEnd || selectionStart === state.caret) return;
            enter({ kind: 'caret', caret: selectionStart ?? 0 });
          }}
          onKeyDown={onKeyDown}
          onCopy={onCopy}
          onCut={onCopy}
        />
        {state.draft !== '' && !isConnected && <span className={styles['pending']}>{WAITING_TEXT}</span>}
        {state.draft !== '' && !isFocused && isConnected && (
          <span className={styles['pending']}>
            <Keycap name="Enter" /> to search
          </span>
        )}
      </div>
      {isListOpen && (
        <AnchoredPanel box={box} anchor="[data-word]" shape="list">
          <CompletionList
            id={list}
            completion={completion}
            counts={counts}
            typed={caretContext.typed}
            active={active}
            idOf={idOf}
            point={(choice) => setChosen(choice.text)}
            accept={(choice) => {
              const isField = choice.text.endsWith(':');
              enter(acceptedInput({ state, caretContext }, choice), ...(isField ? [] : [{ kind: 'finish' } as const]));
            }}
          />
        </AnchoredPanel>
      )}
      {mistake !== null && help !== null && isFocused && (
        <AnchoredPanel box={box} anchor="[data-mistake]" shape="mistake">
          <MistakeNotice
            id={`${list}-mistake`}
            help={help}
            counts={counts}
            repair={(draft) => {
              const isField = help.fix?.name.endsWith(':') === true;
              enter(
                { kind: 'write', text: draft, caret: draft.length },
                ...(isField ? [] : [{ kind: 'finish' } as const]),
              );
              input.current?.focus();
            }}
          />
        </AnchoredPanel>
      )}
      <output className="visually-hidden">
        {fieldAnnouncement({ state, isFocused, isListOpen, choices: choices.length, active, help })}
      </output>
    </search>
  );
}
