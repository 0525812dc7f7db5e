/** Which alarms are of one group that went on failing: each of them stands for those before. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';

/** `null` for what is no failure: it stands for itself alone. */
export function alarmRunKey({ about, rules, since }: Alarm): string | null {
  if (about.kind !== 'failures') return null;
  return JSON.stringify([about.cause ?? [rules[0]?.id, about.eventKind, about.operation], since]);
}
