/**
 * A client secret while it is typed. It stays in its input and nowhere else in the page: no state, no store, no address
 * holds it. Whoever sends it reads it at that moment, and clears it when it was taken.
 */
import { useMemo, useState } from 'react';

export interface TypedSecret {
  /** Something was typed that is not kept yet. */
  readonly isTyped: boolean;
  /** Of the input that holds it, which is uncontrolled. */
  readonly attach: (input: HTMLInputElement | null) => void;
  /** Tells that the input has changed. */
  readonly markChanged: () => void;
  /** `null`: nothing was typed. */
  readonly read: () => string | null;
  readonly clear: () => void;
  /** Puts the cursor into it. */
  readonly focus: () => void;
}

/** One for each editor: sign-in, connection test and "Save" share it. */
export function useTypedSecret(): TypedSecret {
  const [isTyped, setTyped] = useState(false);
  // With the input goes what was typed into it: another flow has none.
  const [field] = useState(() => secretField(() => setTyped(false)));
  return useMemo(
    () => ({
      ...field,
      isTyped,
      markChanged: () => setTyped(field.read() !== null),
      clear() {
        field.empty();
        setTyped(false);
      },
    }),
    [field, isTyped],
  );
}

function secretField(lost: () => void) {
  let input: HTMLInputElement | null = null;
  return {
    attach: (attached: HTMLInputElement | null) => {
      input = attached;
      if (attached === null) lost();
    },
    read: () => (input === null || input.value === '' ? null : input.value),
    empty: () => {
      if (input !== null) input.value = '';
    },
    focus: () => input?.focus(),
  };
}
