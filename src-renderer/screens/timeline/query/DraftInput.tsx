/** The text input of the query at its place among the chips. `MirroredText` draws beneath it. */
import type { ComponentProps } from 'react';
import { Keycap } from '../../../components/Keycap.tsx';
import styles from './DraftInput.module.css';
import type { Mistake, QueryState } from './query-editing.ts';
import { MirroredText } from './MirroredText.tsx';

export const WAITING_TEXT = 'Filters wait for Watchfloor';

interface DraftInputProps extends Omit<ComponentProps<'input'>, 'list'> {
  readonly state: QueryState;
  /** Start of the term that contains the caret. */
  readonly from: number;
  readonly mistake: Mistake | null;
  readonly ghost: string;
  readonly isIdle: boolean;
  readonly isDisconnected: boolean;
  readonly list: string | null;
}

export function DraftInput({
  state,
  from,
  mistake,
  ghost,
  isIdle,
  isDisconnected,
  list,
  ...inputProps
}: DraftInputProps) {
  const { at, caret, chips, draft } = state;
  const isLast = at === chips.length;
  return (
    <span className={styles['draft']} style={{ order: 2 * at - 1 }} data-last={isLast}>
      <MirroredText draft={draft} caret={caret} from={from} mistake={mistake} ghost={ghost} />
      <input
        className={styles['input']}
        role="combobox"
        aria-label="Filter: fields, values, or any text"
        aria-expanded={list !== null}
        aria-controls={list ?? undefined}
        aria-autocomplete="list"
        aria-invalid={mistake !== null}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        size={1}
        value={draft}
        {...inputProps}
      />
      {(isIdle || isDisconnected) && isLast && draft === '' && (
        <span className={`${styles['placeholder']} desk-only`} aria-hidden="true">
          {isDisconnected ? (
            <span>{WAITING_TEXT}</span>
          ) : (
            <span>
              Add a filter <Keycap name="/" />
            </span>
          )}
        </span>
      )}
    </span>
  );
}
