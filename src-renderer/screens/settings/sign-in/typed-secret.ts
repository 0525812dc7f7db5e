/** Only the input holds the secret: no state, store or address does. The sender clears it once it is stored. */
import { useMemo, useState } from 'react';

export interface TypedSecret {
  readonly isTyped: boolean;
  readonly attach: (input: HTMLInputElement | null) => void;
  readonly markChanged: () => void;
  readonly read: () => string | null;
  readonly clear: () => void;
  readonly focus: () => void;
}

export function useTypedSecret(): TypedSecret {
  const [isTyped, setTyped] = useState(false);
  // When the input unmounts, its text is lost: the other flow has no input.
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
