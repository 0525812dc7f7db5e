import { shortTimeText, type TimeForm } from '../time/time-text.ts';
import { useAppearance, useNow } from './use-stores.ts';

export function useTimeText(form: TimeForm = {}): (at: number) => string {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  return (at) => shortTimeText(at, now, zone, form);
}
