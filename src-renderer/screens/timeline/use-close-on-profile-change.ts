/** Closes the open event when another profile is shown, because seq numbers are unique only within one store. */
import { useEffect, useRef } from 'react';
import { useWatch } from '../../stores/use-stores.ts';

export function useCloseOnProfileChange(close: () => void): void {
  const profile = useWatch(({ shown }) => shown?.profile.id ?? null);
  const before = useRef(profile);
  useEffect(() => {
    const another = before.current !== null && profile !== null && before.current !== profile;
    if (profile !== null) before.current = profile;
    if (another) close();
  });
}
