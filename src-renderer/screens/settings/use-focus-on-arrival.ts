/** Somebody was sent to this part of Settings: the cursor goes to the first thing in it that takes it, once. */
import { type RefObject, useEffect, useRef } from 'react';
import { settingsAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';

/** @param part as the address names it */
export function useFocusOnArrival(part: 'sign-in' | 'test'): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null);
  const address = useAddress(settingsAddress);
  const isMeant = address.value.at === part;
  useEffect(() => {
    if (!isMeant) return;
    const first = region.current?.querySelector<HTMLElement>(':is(input, button, a):not(:disabled)');
    first?.focus({ preventScroll: true });
    // All of it: what else can be done stands beside and below.
    region.current?.scrollIntoView({ block: 'nearest' });
    // Back and a reload are no arrival.
    address.change({ at: '' }, { replace: true });
  }, [isMeant, address]);
  return region;
}
