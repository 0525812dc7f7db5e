/** Applies one event to its case, except for opening or closing it. An older report that arrives late does nothing. */
import { eventClass } from '../../../../src-shared/domain/event/event-class.ts';
import type { CaseKey } from '../../../../src-shared/domain/cases/case.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import type { CaseEvent } from '../../ports/case-event.ts';
import {
  type AttemptUpdate,
  cameTogether,
  withCountedEvent,
  isAhead,
  isBad,
  isRepeat,
  nextAttempt,
} from '../localization/attempt.ts';
import { NO_OPERATOR_STATE, type CaseState } from '../../ports/case-projection.ts';
import { NO_DIGEST, type RequestDigest } from '../../requests/request-digest.ts';

export interface CaseStep extends Pick<AttemptUpdate, 'before' | 'newOutcome'> {
  readonly state: CaseState;
}

export function caseStep(
  key: CaseKey,
  state: CaseState | null,
  event: CaseEvent,
  reading: RequestDigest | null,
  silenceMs: number,
): CaseStep {
  const isLocalization = eventClass(event) === 'localization';
  const { run, before, newOutcome } =
    state !== null && isOfAnotherPrincipal(state, event)
      ? { run: withCountedEvent(state.run, event), before: null, newOutcome: null }
      : isLocalization
        ? nextAttempt(state?.run ?? null, event, silenceMs)
        : nextReport(state, event, reading);
  const principal = isLocalization ? event.principal : null;
  const isRetry = before !== null && state !== null && state.openedAt !== null;
  const next =
    state === null
      ? newCase(key, event, run, principal)
      : withRun(
          state,
          event,
          isRetry ? { ...run, retry: before.retry + 1 } : run,
          newOutcome === null ? null : principal,
        );
  return {
    state: isLocalization || newOutcome === null ? next : withReading(next, event, reading),
    before,
    newOutcome,
  };
}

/** @param principal null if the event does not name one, or does not count for the attempt */
function withRun(
  state: CaseState,
  { seq, receivedAt }: CaseEvent,
  run: CaseState['run'],
  principal: string | null,
): CaseState {
  const { outcome, operation, errorCode, iccid, countryCode } = run;
  return {
    ...state,
    run,
    outcome,
    operation,
    errorCode,
    iccid,
    countryCode,
    lastSeq: seq,
    lastAt: receivedAt,
    principal: principal ?? state.principal,
  };
}

/** A success in another domain does not close a case that failed in this one. A failure there still counts. */
function isOfAnotherPrincipal({ openedAt, failedFor }: CaseState, { outcome, principal }: CaseEvent): boolean {
  return openedAt !== null && !isBad(outcome ?? 'unknown') && failedFor.some((failed) => isOther(failed, principal));
}

/** The newest report contains everything that is known. Earlier reports are only counted. */
function nextReport(state: CaseState | null, event: CaseEvent, reading: RequestDigest | null): AttemptUpdate {
  const newOutcome: Outcome = event.outcome ?? 'unknown';
  const first = nextAttempt(null, event, 0).run;
  if (state === null) return { run: namedByMain(first, event, reading), before: null, newOutcome };
  const counted = withCountedEvent(state.run, event);
  const isPast = isOlder(updateTime(reading, event), state) && mayHide(state, event, newOutcome);
  if (isRepeat(state.run, event) || isPast || isOfAnother(state, event, newOutcome))
    return { run: counted, before: null, newOutcome: null };
  const { from, to, seqs, events, heard } = counted;
  return { run: { ...namedByMain(first, event, reading), from, to, seqs, events, heard }, before: null, newOutcome };
}

/** Only if the case is open or both reports came together, because the provider's clock may be set, too. */
function mayHide({ openedAt, run }: CaseState, event: CaseEvent, newOutcome: Outcome): boolean {
  return !isBad(newOutcome) || openedAt !== null || cameTogether(run, event);
}

/** A success of another operation under a reused request id does not close the failed case. */
function isOfAnother({ openedAt, operation }: CaseState, event: CaseEvent, newOutcome: Outcome): boolean {
  return openedAt !== null && !isBad(newOutcome) && isOther(event.operation, operation);
}

function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function namedByMain(run: CaseState['run'], event: CaseEvent, reading: RequestDigest | null): CaseState['run'] {
  const errorCode = reading?.main?.code ?? event.errorCode;
  return { ...run, operation: event.operation ?? reading?.type ?? null, errorCode };
}

/** Both times have the same text format, so they are compared as strings. */
function isOlder(at: string | null, { updatedAt }: CaseState): boolean {
  return at !== null && updatedAt !== null && at < updatedAt;
}

/** Returns null if the report has no time or an impossible one. Then the order of arrival counts. */
function updateTime(reading: RequestDigest | null, { receivedAt }: CaseEvent): string | null {
  const text = reading?.updatedAt ?? null;
  return text === null || isAhead(Date.parse(text), receivedAt) ? null : text;
}

function withReading(before: CaseState, event: CaseEvent, reading: RequestDigest | null): CaseState {
  const updatedAt = updateTime(reading, event) ?? before.updatedAt;
  return { ...before, reportSeq: event.seq, updatedAt, request: requestOf(event, reading) };
}

function requestOf({ resourceCount: size, failedCount: failed }: CaseEvent, reading: RequestDigest | null) {
  const { updatedAt: _updatedAt, main: _main, ...request } = reading ?? { ...NO_DIGEST, size, failed };
  return request;
}

function newCase(key: CaseKey, event: CaseEvent, run: CaseState['run'], principal: string | null): CaseState {
  return {
    key,
    kind: eventClass(event) === 'localization' ? 'localization' : 'request',
    principal,
    cause: null,
    consequence: null,
    eid: event.eid,
    requestId: event.requestId,
    run,
    outcome: run.outcome,
    operation: run.operation,
    errorCode: run.errorCode,
    iccid: run.iccid,
    countryCode: run.countryCode,
    firstSeq: event.seq,
    lastSeq: event.seq,
    firstAt: event.receivedAt,
    lastAt: event.receivedAt,
    openedAt: null,
    openedSeq: null,
    endedAt: null,
    ended: null,
    isBack: false,
    ticket: null,
    request: null,
    updatedAt: null,
    reportSeq: null,
    own: NO_OPERATOR_STATE,
    stay: null,
    failedAt: null,
    failedSeq: null,
    causeSeq: null,
    failedFor: [],
    before: null,
  };
}
