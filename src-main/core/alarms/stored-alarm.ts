/** Reads a stored alarm, also one of a version that stored a single delivery in place of the decision. */
import * as z from 'zod';
import { type Alarm, type AlarmDelivery, alarmSchema } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { localOutletIds, PAGE } from '../../../src-shared/domain/outlets/local-outlets.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';

const singleDeliverySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('due') }),
  z.object({ kind: z.literal('shown'), at: z.number(), by: z.enum(localOutletIds) }),
  z.object({ kind: z.literal('not-shown'), at: z.number(), why: z.string(), detail: z.string().nullable() }),
]);

const earlierAlarmSchema = z.looseObject({ delivery: singleDeliverySchema }).transform(({ delivery, ...alarm }) => ({
  ...alarm,
  silence: delivery.kind === 'not-shown' && !NOT_ABLE.has(delivery.why) ? delivery.why : null,
  deliveries: deliveriesOf(delivery),
}));
/** No page was open, or the computer or browser did not allow it. */
const NOT_ABLE: ReadonlySet<string> = new Set(['nobody', 'refused']);

function deliveriesOf(delivery: z.infer<typeof singleDeliverySchema>): readonly AlarmDelivery[] {
  if (delivery.kind === 'due') return [];
  if (delivery.kind === 'shown') return [{ outlet: delivery.by, at: delivery.at, outcome: 'delivered', detail: null }];
  const { at, why, detail } = delivery;
  // The outlet was not stored. Pages refuse most often, and the detail says more.
  return NOT_ABLE.has(why) ? [{ outlet: PAGE, at, outcome: 'not-delivered', detail }] : [];
}

export function parseStoredAlarm(value: string): Alarm | null {
  const read = z.union([alarmSchema, earlierAlarmSchema.pipe(alarmSchema)]).safeParse(parseJsonOrNull(value));
  return read.success ? read.data : null;
}
