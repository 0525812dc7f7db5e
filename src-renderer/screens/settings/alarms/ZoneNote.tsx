import type { AlarmsSnapshot } from '../../../../src-shared/api/alarms.ts';
import { zoneOffsetText } from '../../../../src-shared/lib/zoned-format.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { useHost } from '../../../stores/queries/use-query.ts';
import { useAppearance, useKnownNow, useStores } from '../../../stores/use-stores.ts';

/** Shown if the browser and the backend have different rules for the backend's zone, so that their clocks differ. */
export function ZoneNote({ zone, zoneOffset }: Pick<AlarmsSnapshot, 'zone' | 'zoneOffset'>) {
  const { appearance } = useStores();
  const rules = useHost()?.zoneRules ?? '';
  const shown = useAppearance((state) => state.zone);
  const here = zoneOffsetText(zone, useKnownNow());
  if (here === null || here === zoneOffset) return null;
  return (
    <p className="row wraps gap-2" role="note">
      This computer's Node has the time zone rules {rules === '' ? 'of another version' : `of ${rules}`}: quiet hours,
      deadlines and days are in {zoneOffset}, but this browser has {here} for {zone}.
      {shown !== 'utc' && (
        <Button size="compact-xs" onClick={() => appearance.change({ zone: 'utc' })}>
          Show times in UTC
        </Button>
      )}
    </p>
  );
}
