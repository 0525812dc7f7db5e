import { useCallback, useEffect, useRef, useState } from 'react';
import { useStores } from '../../stores/use-stores.ts';

const MESSAGE_MS = 5_000;

export function useMessage(): { readonly message: string | null; readonly showMessage: (words: string) => void } {
  const { clock } = useStores();
  const [message, setMessage] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const showMessage = useCallback(
    (words: string) => {
      stop.current?.();
      stop.current = clock.after(MESSAGE_MS, () => setMessage(null));
      setMessage(words);
    },
    [clock],
  );
  return { message, showMessage };
}
