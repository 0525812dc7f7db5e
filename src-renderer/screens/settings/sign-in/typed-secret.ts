/**
 * A client secret while it is typed. It stays in its input and nowhere else in the page: no state, no store, no address
 * holds it. Whoever sends it reads it at that moment, and clears it when it was taken.
 */
import { type RefObject, useMemo, useRef, useState } from 'react';

export interface TypedSecret {
  /** The input that holds it, which is uncontrolled. */
  readonly field: RefObject<HTMLInputElement | null>;
  /** Something was typed that is not kept yet. */
  readonly isTyped: boolean;
  /** Tells that the input has changed. */
  note(): void;
  /** `null`: nothing was typed. */
  read(): string | null;
  clear(): void;
}

/** One for each editor: sign-in, connection test and "Save" share it. */
export function useTypedSecret(): TypedSecret {
  const field = useRef<HTMLInputElement>(null);
  const [isTyped, setTyped] = useState(false);
  return useMemo(() => {
    const read = () => {
      const typed = field.current?.value ?? '';
      return typed === '' ? null : typed;
    };
    return {
      field,
      isTyped,
      note: () => setTyped(read() !== null),
      read,
      clear() {
        if (field.current !== null) field.current.value = '';
        setTyped(false);
      },
    };
  }, [isTyped]);
}
