import { useAppearance, useNow } from '../stores/use-stores.ts';
import { bothZonesText, isoText, type TimeForm, timeParts } from '../time/time-text.ts';
import { Tooltip } from './overlay/Tooltip.tsx';

/** In every zone, days start on a multiple of this. */
const QUARTER_HOUR_MS = 900_000;

export function Time({ at, ...form }: { at: number } & TimeForm) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(QUARTER_HOUR_MS);
  const { day, clock, millis, name } = timeParts(at, now, zone, form);
  return (
    <Tooltip label={() => bothZonesText(at)}>
      <time className="nowrap fixed" dateTime={isoText(at)}>
        {day !== '' && `${day} `}
        {clock}
        {millis !== '' && <span className="meta">{millis}</span>}
        {name !== '' && ` ${name}`}
      </time>
    </Tooltip>
  );
}
