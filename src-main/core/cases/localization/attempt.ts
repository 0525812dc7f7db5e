/**
 * Assigns the events of one eUICC to localization attempts, by provider time if it is usable. An event that is out of
 * order or a repeat may make an attempt worse, never better (`docs/service.md` §5.2, §10.2, §10.3, §10.9;
 * `docs/cases.md` "Attempt").
 */
import {
  type LocalizationStep,
  localizationSteps,
  MAX_ATTEMPT_EVENTS,
} from '../../../../src-shared/domain/cases/case.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import type { CaseEvent } from '../../ports/case-event.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { textHash } from '../../lib/text-hash.ts';
import type { AttemptState, StepReport } from '../../ports/case-projection.ts';

export interface AttemptUpdate {
  readonly run: AttemptState;
  /** The attempt that a new one replaced; null if the event continues the same attempt. */
  readonly before: AttemptState | null;
  readonly newOutcome: Outcome | null;
}

/** Reports kept for recognizing duplicates. A duplicate arrives soon after the first one. */
const MAX_FINGERPRINTS = 8;
/** A single event may have as many. */
const MAX_CODES = 64;
/** A time zone mistake is smaller than this. A clock that is further ahead says nothing about the order. */
const MAX_AHEAD_MS = 86_400_000;
/** Duplicate and reordered events arrive within minutes. A failure that arrives later is another one. */
const SAME_REPORT_MS = 300_000;

/** The service document names the step for each of its codes. Used if the operation is not a step. */
const STEPS_OF_CODES: ReadonlyMap<string, LocalizationStep> = new Map([
  ['START_PROFILE_DOWNLOAD_FAILED', 'DOWNLOADED'],
  ['START_PROFILE_ALLOCATION_FAILED', 'ALLOCATED'],
  ['START_PROFILE_ACTIVATION_FAILED', 'ACTIVATED'],
  ['PROVISION_PROFILE_FAILED', 'PROVISIONED'],
  ['START_PROFILE_ENABLE_FAILED', 'ENABLED'],
  ['SET_FALLBACK_PROFILE_FAILED', 'FALLBACK_SET'],
]);

export function nextAttempt(run: AttemptState | null, event: CaseEvent, silenceMs: number): AttemptUpdate {
  if (run === null) return { run: startAttempt(event, null), before: null, newOutcome: outcomeOf(event) };
  const placement = placementOf(run, event, silenceMs);
  switch (placement) {
    case 'repeat':
    case 'earlier attempt':
      return { run: withCountedEvent(run, event), before: null, newOutcome: null };
    case 'late':
      return late(run, event);
    case 'same':
      return continueAttempt(run, event);
    case 'new':
      return { run: startAttempt(event, run), before: endedAttempt(run), newOutcome: outcomeOf(event) };
    default:
      return assertNever(placement);
  }
}

type Placement = 'repeat' | 'earlier attempt' | 'late' | 'same' | 'new';

function placementOf(run: AttemptState, event: CaseEvent, silenceMs: number): Placement {
  if (isRepeat(run, event)) return 'repeat';
  const isSoon = event.receivedAt - run.to <= silenceMs;
  const at = providerTime(event);
  if (at !== null && isBefore(at, run.createdAt)) {
    if (isOfBefore(run, event, at)) return 'earlier attempt';
    if (isFinal(run.outcome) && isBefore(at, run.endedCreatedAt) && mayHide(run, event, run.endedCreatedAt, at))
      return undoesSuccess(run, event) ? 'same' : 'late';
    if (!isFinal(run.outcome) && isSoon) return 'late';
  }
  if (endsFallback(run, event)) return 'late';
  if (!isSoon) return 'new';
  if (isFinal(run.outcome)) return followsSuccess(run, event) ? 'same' : 'new';
  return isAnotherIccid(run, event) || stepsBack(run, event) ? 'new' : 'same';
}

/** The provider's clock may not be running, so a failure is a repeat only if both arrived within 5 min. */
export function isRepeat(run: AttemptState, event: CaseEvent): boolean {
  const words = fingerprintOf(event);
  return words !== null && run.heard.includes(words) && (!isBad(outcomeOf(event)) || cameTogether(run, event));
}

/** Within 5 min of the last change of the outcome, before or after it, because a clock may have been set. */
export function cameTogether({ toldAt }: AttemptState, { receivedAt }: CaseEvent): boolean {
  return Math.abs(receivedAt - toldAt) <= SAME_REPORT_MS;
}

function isOfBefore(run: AttemptState, event: CaseEvent, at: number): boolean {
  return run.afterCreatedAt !== null && at <= run.afterCreatedAt && mayHide(run, event, run.afterCreatedAt, at);
}

/** The event may be outdated. A failure must also be close to the attempt by our clock and by the provider's. */
function mayHide(run: AttemptState, event: CaseEvent, known: number | null, at: number): boolean {
  if (!isBad(outcomeOf(event))) return true;
  return known !== null && known - at <= SAME_REPORT_MS && cameTogether(run, event);
}

function isBefore(at: number, other: number | null): boolean {
  return other !== null && at < other;
}

export function isFinal(outcome: Outcome): outcome is 'succeeded' | 'failed' {
  return outcome === 'succeeded' || outcome === 'failed';
}

export function isBad(outcome: Outcome): boolean {
  return outcome !== 'succeeded' && outcome !== 'in-progress';
}

function outcomeOf({ outcome }: CaseEvent): Outcome {
  return outcome ?? 'unknown';
}

/** ENABLED may or may not be the last step, and LOCALIZED may follow either. */
function followsSuccess(run: AttemptState, event: CaseEvent): boolean {
  if (run.outcome !== 'succeeded' || isAnotherIccid(run, event)) return false;
  if (event.operation === 'LOCALIZED') return true;
  return event.operation === 'FALLBACK_SET' && run.operation !== 'FALLBACK_SET';
}

/** A fallback that failed undoes a success, in whatever order the events arrive. */
function undoesSuccess(run: AttemptState, event: CaseEvent): boolean {
  return isBad(outcomeOf(event)) && event.operation === 'FALLBACK_SET' && followsSuccess(run, event);
}

/** A LOCALIZED success close to a failed fallback belongs to that attempt and does not undo the failure. */
function endsFallback(run: AttemptState, event: CaseEvent): boolean {
  if (run.outcome !== 'failed' || run.operation !== 'FALLBACK_SET' || isAnotherIccid(run, event)) return false;
  return event.operation === 'LOCALIZED' && event.outcome === 'succeeded' && cameTogether(run, event);
}

function isAnotherIccid(run: AttemptState, { iccid }: CaseEvent): boolean {
  return iccid !== null && run.iccid !== null && iccid !== run.iccid;
}

/**
 * The event names a step before a completed one, so the end of this attempt was not received. Sees only completed
 * steps: a failed step makes an attempt final, and a final attempt is not checked.
 */
function stepsBack(run: AttemptState, { operation }: CaseEvent): boolean {
  const stepIndex = indexOfStep(operation);
  return stepIndex >= 0 && run.reports.some(({ step }) => indexOfStep(step) > stepIndex);
}

function indexOfStep(operation: string | null): number {
  return localizationSteps.findIndex((step) => step === operation);
}

function startAttempt(event: CaseEvent, before: AttemptState | null): AttemptState {
  const outcome = outcomeOf(event);
  const report = reportOf(event);
  const words = fingerprintOf(event);
  const createdAt = providerTime(event);
  return {
    number: (before?.number ?? 0) + 1,
    outcome,
    operation: event.operation,
    errorCode: event.errorCode,
    errorCodes: event.errorCodes,
    errorTypes: event.errorTypes,
    iccid: event.iccid,
    countryCode: event.countryCode,
    from: event.receivedAt,
    to: event.receivedAt,
    seqs: [event.seq],
    events: 1,
    reports: report === null ? [] : [report],
    endedCreatedAt: isFinal(outcome) ? createdAt : null,
    notBefore: before?.to ?? null,
    createdAt,
    afterCreatedAt: before === null ? null : (before.endedCreatedAt ?? before.afterCreatedAt),
    heard: words === null ? [] : [words],
    toldAt: event.receivedAt,
    toldSeq: event.seq,
    retry: 0,
    isRecovery: false,
  };
}

function endedAttempt(run: AttemptState): AttemptState {
  return { ...run, endedCreatedAt: null, createdAt: null, afterCreatedAt: null, heard: [] };
}

export function withCountedEvent(run: AttemptState, event: CaseEvent): AttemptState {
  const words = fingerprintOf(event);
  return {
    ...run,
    to: Math.max(run.to, event.receivedAt),
    seqs: [...run.seqs, event.seq].slice(-MAX_ATTEMPT_EVENTS),
    events: run.events + 1,
    heard: words === null || run.heard.includes(words) ? run.heard : [...run.heard, words].slice(-MAX_FINGERPRINTS),
  };
}

function continueAttempt(run: AttemptState, event: CaseEvent): AttemptUpdate {
  const outcome = outcomeOf(event);
  const known = withNames(withCountedEvent(run, event), event);
  const reported = { ...known, reports: withReport(run.reports, reportOf(event)), createdAt: newest(run, event) };
  const named = { ...reported, iccid: event.iccid ?? run.iccid, countryCode: event.countryCode ?? run.countryCode };
  // The fallback is being set. The earlier success remains valid until an event reports otherwise.
  if (run.outcome === 'succeeded' && outcome === 'in-progress') return { run: named, before: null, newOutcome: null };
  return { run: ended(named, event), before: null, newOutcome: outcome };
}

function late(run: AttemptState, event: CaseEvent): AttemptUpdate {
  const outcome = outcomeOf(event);
  const seen = withCountedEvent(run, event);
  if (isAnotherIccid(run, event)) return { run: seen, before: null, newOutcome: null };
  const named = withNames(seen, event);
  const known = { ...named, iccid: run.iccid ?? event.iccid, countryCode: run.countryCode ?? event.countryCode };
  const reports = withReport(run.reports, lateReport(run, event));
  if (!isFinal(run.outcome) && isBad(outcome))
    return { run: ended({ ...known, reports }, event), before: null, newOutcome: outcome };
  return { run: { ...known, reports }, before: null, newOutcome: null };
}

function withNames(run: AttemptState, { errorCodes, errorTypes }: CaseEvent): AttemptState {
  return { ...run, errorCodes: union(run.errorCodes, errorCodes), errorTypes: union(run.errorTypes, errorTypes) };
}

function union(some: string[], others: string[]): string[] {
  return others.every((other) => some.includes(other)) ? some : [...new Set([...some, ...others])].slice(0, MAX_CODES);
}

function ended(run: AttemptState, event: CaseEvent): AttemptState {
  const outcome = outcomeOf(event);
  const endedCreatedAt = isFinal(outcome) ? providerTime(event) : null;
  const { operation, errorCode, receivedAt: toldAt, seq: toldSeq } = event;
  return { ...run, outcome, operation, errorCode, endedCreatedAt, toldAt, toldSeq };
}

function reportOf(event: CaseEvent): StepReport | null {
  const failed = event.outcome === 'failed';
  const completed = event.state === 'COMPLETED' && !isBad(outcomeOf(event));
  if (!failed && !completed) return null;
  const named = localizationSteps[indexOfStep(event.operation)];
  const step = named ?? (failed ? STEPS_OF_CODES.get(event.errorCode ?? '') : undefined);
  return step === undefined ? null : { step, failed, at: event.receivedAt, seq: event.seq };
}

/** Returns null for a report that does not fit this attempt, because it belongs to an earlier one. */
function lateReport(run: AttemptState, event: CaseEvent): StepReport | null {
  const report = reportOf(event);
  if (report === null || run.reports.some(({ step }) => step === report.step)) return null;
  if (report.failed) return isFinal(run.outcome) ? null : report;
  const failedAt = run.reports.find(({ failed }) => failed);
  return failedAt === undefined || indexOfStep(report.step) < indexOfStep(failedAt.step) ? report : null;
}

function withReport(reports: readonly StepReport[], report: StepReport | null): readonly StepReport[] {
  if (report === null) return reports;
  return [...reports.filter(({ step }) => step !== report.step), report].toSorted(
    (one, other) => indexOfStep(one.step) - indexOfStep(other.step),
  );
}

function newest(run: AttemptState, event: CaseEvent): number | null {
  const at = providerTime(event);
  return at === null || run.createdAt === null ? (at ?? run.createdAt) : Math.max(at, run.createdAt);
}

function providerTime({ createdAt, receivedAt }: CaseEvent): number | null {
  return createdAt === null || isAhead(createdAt, receivedAt) ? null : createdAt;
}

export function isAhead(at: number, receivedAt: number): boolean {
  return at > receivedAt + MAX_AHEAD_MS;
}

/** Hashes the content. Returns null if the event has no provider time. It may then be another event with the same content. */
function fingerprintOf(event: CaseEvent): number | null {
  const { createdAt, createdDateTime, operation, state, outcome, errorCode, iccid, failedCount } = event;
  if (createdAt === null) return null;
  return textHash(JSON.stringify([createdDateTime, operation, state, outcome, errorCode, iccid, failedCount]));
}
