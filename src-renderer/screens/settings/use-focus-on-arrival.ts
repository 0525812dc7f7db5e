import { type RefObject, useEffect, useRef } from 'react';
import { settingsAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';

export function useFocusOnArrival(part: 'sign-in' | 'test'): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null);
  const address = useAddress(settingsAddress);
  const isMeant = address.value.at === part;
  useEffect(() => {
    if (!isMeant) return;
    const first = region.current?.querySelector<HTMLElement>(':is(input, button, a):not(:disabled)');
    first?.focus({ preventScroll: true });
    // Scrolls the complete region into view, because related controls surround the focused one.
    region.current?.scrollIntoView({ block: 'nearest' });
    // Removes the name, so that Back and a reload do not move the focus.
    address.change({ at: '' }, { replace: true });
  }, [isMeant, address]);
  return region;
}
