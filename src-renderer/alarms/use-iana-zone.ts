/** The IANA name of the zone in which times are shown, as words that are shared with the backend want it. */
import { useAppearance } from '../stores/use-stores.ts';
import { ianaZone } from '../time/zoned-time.ts';

export function useIanaZone(): string {
  return ianaZone(useAppearance((state) => state.zone));
}
