import { useAppearance } from '../stores/use-stores.ts';
import { ianaZone } from '../time/zoned-time.ts';

export function useIanaZone(): string {
  return ianaZone(useAppearance((state) => state.zone));
}
