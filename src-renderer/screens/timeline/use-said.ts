/** What is said once, in answer to a key, for as long as it takes to read it. */
import { useEffect, useRef, useState } from 'react';
import { useStores } from '../../stores/use-stores.ts';

const SAID_MS = 5_000;

export function useSaid(): { readonly said: string | null; readonly say: (words: string) => void } {
  const { clock } = useStores();
  const [said, setSaid] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return {
    said,
    say(words) {
      stop.current?.();
      stop.current = clock.after(SAID_MS, () => setSaid(null));
      setSaid(words);
    },
  };
}
