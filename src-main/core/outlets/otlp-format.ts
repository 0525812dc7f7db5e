/** Builds OTLP log events (OTLP 1.8, JSON encoding of `ExportLogsServiceRequest`). Pure. */
import type { Sendable } from '../../../src-shared/domain/outlets/sent-event.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { CloudEvent, Message } from './message-formats.ts';

/** Numbers of the log data model of OpenTelemetry. */
const SEVERITIES = { INFO: 9, WARN: 13, ERROR: 17 } as const;
type Severity = keyof typeof SEVERITIES;

type AnyValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: number }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }
  | { readonly kvlistValue: { readonly values: readonly KeyValue[] } };

interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

export function severityOf(sent: Sendable): Severity {
  if (sent.kind === 'event') return sent.event.outcome === 'failed' ? 'ERROR' : 'INFO';
  switch (sent.turn) {
    case 'opened':
    case 'worse':
    case 'back':
    case 'blind':
      return 'ERROR';
    case 'overdue':
      return 'WARN';
    case 'taken':
    case 'done':
    case 'ended':
    case 'watching':
      return 'INFO';
    default:
      return assertNever(sent);
  }
}

/** @param now UTC epoch ms, the observed time of the records */
export function otlpMessage(events: readonly (readonly [CloudEvent, Severity])[], now: number): Message {
  const [first] = events;
  const resource = { 'service.name': 'watchfloor', 'service.instance.id': first?.[0].source ?? '' };
  const logRecords = events.map(([event, severity]) => recordOf(event, severity, now));
  const scopeLogs = [{ scope: { name: 'watchfloor' }, logRecords }];
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource: { attributes: keyValues(resource) }, scopeLogs }] }),
  };
}

function recordOf({ id, type, subject, time, data }: CloudEvent, severity: Severity, now: number) {
  const { title, ...facts }: Readonly<Record<string, unknown>> = { ...data };
  return {
    timeUnixNano: nanos(Date.parse(time)),
    observedTimeUnixNano: nanos(now),
    severityNumber: SEVERITIES[severity],
    severityText: severity,
    eventName: type.replace(/\.v1$/, ''),
    ...(typeof title === 'string' && { body: { stringValue: title } }),
    attributes: keyValues({ 'log.record.uid': id, 'watchfloor.subject': subject, ...prefixed(facts) }),
  };
}

function prefixed(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [`watchfloor.${name}`, value]));
}

/** Leaves out what is null or missing: a value of OTLP always has a type. */
function keyValues(values: object): KeyValue[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const any = anyValue(value);
    return any === null ? [] : [{ key, value: any }];
  });
}

function anyValue(value: unknown): AnyValue | null {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.flatMap((member) => anyValue(member) ?? []) } };
  return typeof value === 'object' && value !== null ? { kvlistValue: { values: keyValues(value) } } : null;
}

function nanos(ms: number): string {
  return `${ms}000000`;
}
