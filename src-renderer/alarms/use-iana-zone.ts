/** Returns the IANA name of the zone in which times are shown, for texts that page and backend share. */
import { useAppearance } from '../stores/use-stores.ts';
import { ianaZone } from '../time/zoned-time.ts';

export function useIanaZone(): string {
  return ianaZone(useAppearance((state) => state.zone));
}
