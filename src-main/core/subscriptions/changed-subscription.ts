/**
 * What of a subscription an event could name, and when it changed. Identifiers are those that the document has in events
 * (`service-spec.md` "Resource item fields", "Localization detailedMessage"); its own id is the service's, and may be one.
 */
import { parseJsonText } from '../../../src-shared/service/json-text.ts';
import { utcTime } from '../../../src-shared/service/utc-time.ts';

export interface ChangedSubscription {
  readonly ordinal: number;
  readonly id: string | null;
  /** UTC epoch ms; `null` where `lastModifiedAt` is no time. */
  readonly changedAt: number | null;
  /** Other than its id. */
  readonly identifiers: readonly string[];
}

const NAMED_IN_EVENTS = new Set(['eid', 'iccid', 'imsi', 'msisdn']);

export function changedSubscription(ordinal: number, raw: string): ChangedSubscription {
  const fields = fieldsOf(raw);
  const id = fields.find(([name]) => name === 'iotSubscriptionId')?.[1] ?? null;
  const changed = fields.find(([name]) => name === 'lastModifiedAt')?.[1];
  const identifiers = fields.filter(([name]) => NAMED_IN_EVENTS.has(name.toLowerCase())).map(([, value]) => value);
  return { ordinal, id, changedAt: changed === undefined ? null : utcTime(changed), identifiers };
}

function fieldsOf(raw: string): [string, string][] {
  const json = parseJsonText(raw, 'lose');
  if (json.kind !== 'value' || typeof json.value !== 'object' || json.value === null) return [];
  const found: [string, string][] = [];
  for (const [key, value] of Object.entries(json.value)) {
    const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [[key, value] as const];
    for (const [name, each] of inner)
      if (typeof each === 'string') found.push([name.slice(name.lastIndexOf('.') + 1), each]);
  }
  return found;
}
