/** Numbers of events are of one store: what is open does not stay open, as a stranger, when another profile is shown. */
import { useEffect, useRef } from 'react';
import { useWatch } from '../../stores/use-stores.ts';

/** @param close takes what is named by its number out of the address */
export function useCloseOnProfileChange(close: () => void): void {
  const profile = useWatch(({ shown }) => shown?.profile.id ?? null);
  const before = useRef(profile);
  useEffect(() => {
    const another = before.current !== null && profile !== null && before.current !== profile;
    if (profile !== null) before.current = profile;
    if (another) close();
  });
}
