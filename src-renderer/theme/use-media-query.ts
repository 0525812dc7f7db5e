/** Returns true while a media query matches. Reads it before the first paint so that nothing is drawn twice. */
import { useCallback, useSyncExternalStore } from 'react';

/** A phone, or 1280 px at a zoom of 400 % (WCAG 1.4.10). The style sheets have the same value. */
export const PHONE = '(max-width: 30rem)';

export function useMediaQuery(query: string): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches);
}
