/** States what this version does not know instead of guessing. Source: `docs/service.md` §4.2, §10.1, §10.3, §10.7. */
import { eventClass } from '../../domain/event/event-class.ts';
import type { EventSummary } from '../../domain/event/event.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { changeName, withResult } from '../case-words.ts';
import { numberText } from '../store-words.ts';

type Summarized = Pick<EventSummary, 'kind' | 'operation' | 'outcome' | 'resourceCount' | 'failedCount' | 'marks'>;

const STEPS = new Map([
  ['DOWNLOADED', { doing: 'Download', done: 'Profile downloaded' }],
  ['ALLOCATED', { doing: 'Allocation', done: 'Profile allocated' }],
  ['ACTIVATED', { doing: 'Activation', done: 'Profile activated' }],
  ['PROVISIONED', { doing: 'Provisioning', done: 'Profile provisioned' }],
  ['ENABLED', { doing: 'Enabling', done: 'Profile enabled' }],
  ['FALLBACK_SET', { doing: 'Setting the fallback profile', done: 'Fallback profile set' }],
  ['LOCALIZED', { doing: 'Localization', done: 'Localized' }],
]);

export function summarize(event: Summarized): string {
  if (hasMark(event, 'oversize')) return 'Too large to read completely';
  if (hasMark(event, 'malformed-json')) return 'Not readable: not valid JSON';
  if (hasMark(event, 'not-an-object')) return 'Not readable: not a JSON object';
  const found = eventClass(event);
  switch (found) {
    case 'session':
      return sessionEvent(event);
    case 'localization':
      return localization(event);
    case 'request':
      return request(event);
    case 'other':
      return event.outcome === 'failed' ? 'Failure of an unknown event kind' : 'Unknown event kind';
    default:
      return assertNever(found);
  }
}

export function summarizeFailure({
  kind,
  operation,
  outcome,
}: Record<'kind' | 'outcome', string> & Pick<Summarized, 'operation'>): string {
  const isPartial = outcome === 'partial';
  if (eventClass({ kind }) === 'request') return withResult(changeName(operation), isPartial ? 'partial' : 'failed');
  const base = { kind, operation, resourceCount: null, failedCount: null, marks: [] };
  return summarize({ ...base, outcome: isPartial ? 'partial' : 'failed' });
}

const SESSION_WORDS = new Map([
  ['SUBSCRIPTION_STARTED', { usual: 'Session started', noun: 'Session start' }],
  ['HEARTBEAT', { usual: 'Heartbeat', noun: 'Heartbeat' }],
  ['SUBSCRIPTION_ENDED', { usual: 'Session ended', noun: 'Session end' }],
]);

function sessionEvent({ kind, outcome }: Summarized): string {
  const { usual = kind, noun = kind } = SESSION_WORDS.get(kind) ?? {};
  return outcome === 'failed' ? `${noun} that reports a failure` : usual;
}

function localization({ operation, outcome }: Summarized): string {
  const step = STEPS.get(operation ?? '');
  const doing = step?.doing ?? 'Localization';
  switch (outcome) {
    case 'failed':
      return step === undefined ? 'Unknown step failed' : `${doing} failed`;
    case 'succeeded':
      return step === undefined ? 'Unknown step done' : step.done;
    case 'in-progress':
      return `${doing} in progress`;
    case 'partial':
      return `${doing} partly failed`;
    case 'unknown':
    case null:
      return withResult(step?.doing ?? 'Unknown step', 'unknown');
    default:
      return assertNever(outcome);
  }
}

function request({ operation, outcome, resourceCount, failedCount }: Summarized): string {
  const change = changeName(operation);
  const resources =
    resourceCount === 1 ? '1 resource' : `${resourceCount === null ? 'unknown' : numberText(resourceCount)} resources`;
  switch (outcome) {
    case 'failed':
      return resourceCount === null || resourceCount < 2 ? `${change} failed` : `${change}: all ${resources} failed`;
    case 'partial':
      return failedCount === null || resourceCount === null
        ? `${change}: some resources failed`
        : `${change}: ${numberText(failedCount)} of ${resources} failed`;
    case 'succeeded':
      return resourceCount === null ? `${change} done` : `${change} done, ${resources}`;
    case 'in-progress':
      return `${change} in progress`;
    case 'unknown':
    case null:
      return withResult(change, outcome ?? 'unknown');
    default:
      return assertNever(outcome);
  }
}

function hasMark(event: Summarized, code: EventSummary['marks'][number]['code']): boolean {
  return event.marks.some((mark) => mark.code === code);
}

/** Session and heartbeat events. They are shown muted unless they report a failure. */
export function isSessionEvent(event: Pick<Summarized, 'kind' | 'outcome'>): boolean {
  return event.outcome !== 'failed' && eventClass(event) === 'session';
}
