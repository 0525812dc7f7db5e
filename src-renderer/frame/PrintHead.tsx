import { useAppearance, useAsOf, useNow, useWatch } from '../stores/use-stores.ts';
import { visibleText } from '../text/visible-text.ts';
import { minuteText, zoneText } from '../time/time-text.ts';

export function PrintHead({ title }: { title: string }) {
  const profile = useWatch(({ shown }) => shown?.profile ?? null);
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const at = useAsOf() ?? now;
  if (profile === null) return null;
  return (
    <p className="print-only">
      {visibleText(profile.name)}
      {profile.practice && ' (PRACTICE)'} · {title} · as of {minuteText(at, zone)} {zoneText(at, zone)}
    </p>
  );
}
