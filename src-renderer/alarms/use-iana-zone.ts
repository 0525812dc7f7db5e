/** The IANA name of the zone in which times are shown, as words that are shared with the backend want it. */
import { useAppearance } from '../stores/use-stores.ts';
import { zoneName } from '../time/zoned-time.ts';

export function useIanaZone(): string {
  const name = zoneName(useAppearance((state) => state.zone));
  return name === '' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : name;
}
