/** A click on a chip puts its text into the input; Enter replaces the chip, Esc keeps it. */
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useAppearance, useStores } from '../../../stores/use-stores.ts';
import { AnchoredPanel } from '../../../components/overlay/AnchoredPanel.tsx';
import { ChipSuggestions } from './ChipSuggestions.tsx';
import { type ChipSuggestion, chipSuggestions } from './chip-suggestions.ts';
import { type Chip, chipsOf, parseChip } from './chips.ts';
import styles from './ChipsLine.module.css';
import { sortKeyParts } from './marks.ts';
import { MoreInJson } from './MoreInJson.tsx';
import { PartChip } from './PartChip.tsx';
import type { QueryViewProps } from './SearchForm.tsx';

export function ChipsLine(props: QueryViewProps & { isDisabled: boolean }) {
  const { parts, marks, receivedFields, status, isDisabled, submit } = props;
  const stores = useStores();
  const { searchDraft } = stores;
  const zone = useAppearance((state) => state.zone);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState('');
  const [edited, setEdited] = useState<Chip | null>(null);
  const [isFocused, setFocused] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [mistake, setMistake] = useState<string | null>(null);
  const chips = chipsOf(parts, stores.now(), zone);
  const choices = isFocused && isOpen && mistake === null ? chipSuggestions(written, receivedFields) : [];
  const active = choices[chosen] ?? null;

  function write(text: string): void {
    setWritten(text);
    setChosen(-1);
    setMistake(null);
    setOpen(true);
  }
  function edit(chip: Chip): void {
    setEdited(chip);
    write(chip.text);
    input.current?.focus();
  }
  function clear(): void {
    write('');
    setEdited(null);
    setOpen(false);
  }
  function enter(): void {
    const read = parseChip(written, {
      parts,
      replaces: edited?.kind === 'sort' ? edited.index : null,
      now: stores.now(),
      zone,
    });
    if (read.kind === 'mistake') {
      setMistake(read.words);
      return;
    }
    searchDraft.change(read.change);
    clear();
  }
  function take(choice: ChipSuggestion): void {
    write(choice.text);
    input.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, currentTarget: field } = event;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isOpen) setOpen(true);
      const by = key === 'ArrowDown' ? 1 : -1;
      if (choices.length > 0) setChosen((Math.max(chosen, by === 1 ? -1 : 0) + by + choices.length) % choices.length);
    } else if (key === 'Enter' && active !== null) take(active);
    else if (key === 'Enter') {
      if (written.trim() === '') submit();
      else enter();
    } else if (key === 'Tab' && !event.shiftKey && written !== '' && choices.length > 0) {
      const [first] = choices;
      const choice = active ?? first;
      if (choice === undefined || choice.text === written) return;
      take(choice);
    } else if (key === 'Escape' && (written !== '' || isOpen)) {
      clear();
      event.stopPropagation();
    } else if (key === 'Backspace' && written === '' && field.selectionStart === 0) {
      const last = chips.at(-1);
      if (last === undefined) return;
      edit(last);
    } else return;
    event.preventDefault();
  }

  return (
    <div className={styles['field']} data-wrong={mistake !== null} data-off={isDisabled}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a
          click next to the text focuses the text, which keys reach directly */}
      <div
        ref={box}
        className={styles['box']}
        onMouseDown={(event) => {
          if (event.target instanceof Element && event.target.closest('button, input') !== null) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <Search className="quiet fixed" size={14} aria-hidden="true" />
        <div className={styles['chips']}>
          {chips.map((chip) => (
            <PartChip
              key={`${chip.kind} ${chip.index}`}
              label={`Edit ${chip.name} ${chip.valueText}`}
              name={chip.name}
              valueText={chip.valueText}
              isCurrent={edited?.kind === chip.kind && edited.index === chip.index}
              {...marksOfChip(chip)}
              press={() => edit(chip)}
              remove={() => {
                searchDraft.change(chip.removal);
                clear();
                input.current?.focus();
              }}
            />
          ))}
          <MoreInJson parts={parts} />
          <input
            ref={input}
            className={styles['input']}
            data-word
            role="combobox"
            aria-label="Add a part of the query"
            aria-expanded={choices.length > 0}
            aria-controls={choices.length > 0 ? `${id}-list` : undefined}
            aria-activedescendant={active === null ? undefined : `${id}-${chosen}`}
            aria-autocomplete="list"
            aria-invalid={mistake !== null || (written !== '' && !isFocused)}
            aria-describedby={mistake === null ? undefined : `${id}-mistake`}
            placeholder="Add"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={2_000}
            value={written}
            onChange={({ currentTarget }) => write(currentTarget.value)}
            onKeyDown={onKeyDown}
            onMouseDown={() => setOpen(true)}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              setFocused(false);
              setOpen(false);
            }}
          />
        </div>
        <span className={styles['answer']}>{status}</span>
      </div>
      {choices.length > 0 && (
        <AnchoredPanel box={box} anchor="[data-word]" shape="list">
          <ChipSuggestions id={id} choices={choices} active={active} take={take} />
        </AnchoredPanel>
      )}
      {mistake !== null && (
        <AnchoredPanel box={box} anchor="[data-word]" shape="mistake">
          <p className="pad-2-3 small" id={`${id}-mistake`} role="alert">
            {mistake}
          </p>
        </AnchoredPanel>
      )}
    </div>
  );

  function marksOfChip({ kind, index }: Chip) {
    const key = kind === 'sort' ? parts.sortBy[index] : undefined;
    if (key !== undefined) return marks(...sortKeyParts(key));
    const fields = kind === 'columns' ? (parts.returnFields ?? []) : [];
    return marks(...fields.map((name) => ['return-field', name] as const));
  }
}
