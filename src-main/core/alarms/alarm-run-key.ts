/** Identifies the run of an alarm: the alarms of one group that kept failing belong to the same run. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';

export function alarmRunKey({ about, rules, since }: Alarm): string | null {
  if (about.kind !== 'failures') return null;
  return JSON.stringify([about.cause ?? [rules[0]?.id, about.eventKind, about.operation], since]);
}
