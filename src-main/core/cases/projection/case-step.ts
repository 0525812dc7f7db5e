/**
 * Applies one event to its case, except for opening or closing it. A localization continues attempt by attempt. For a
 * request, a later report replaces the earlier one, and an older report that arrives late changes nothing.
 */
import { eventClass } from '../../../../src-shared/domain/event/event-class.ts';
import type { CaseKey } from '../../../../src-shared/domain/cases/case.ts';
import type { EventSummary, Outcome } from '../../../../src-shared/domain/event/event.ts';
import {
  type AttemptUpdate,
  cameTogether,
  withCountedEvent,
  isAhead,
  isBad,
  isRepeat,
  nextAttempt,
} from '../localization/attempt.ts';
import type { CaseState } from '../../ports/case-projection.ts';
import type { RequestDigest } from '../../requests/request-digest.ts';
import { NO_OPERATOR_STATE } from './operator-state.ts';

export interface CaseStep extends Pick<AttemptUpdate, 'before' | 'newOutcome'> {
  readonly state: CaseState;
}

export function caseStep(
  key: CaseKey,
  state: CaseState | null,
  event: EventSummary,
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
  const { outcome, operation, errorCode, iccid, countryCode } = run;
  const seen = { run, outcome, operation, errorCode, iccid, countryCode, lastSeq: event.seq, lastAt: event.receivedAt };
  const next = { ...(state ?? newCase(key, event)), ...seen };
  return {
    state: isLocalization || newOutcome === null ? next : withReading(next, event, reading),
    before,
    newOutcome,
  };
}

/** A success in another domain does not close a case that failed in this one. A failure there still counts. */
function isOfAnotherPrincipal({ openedAt, failedFor }: CaseState, { outcome, principal }: EventSummary): boolean {
  return openedAt !== null && !isBad(outcome ?? 'unknown') && failedFor.some((failed) => isOther(failed, principal));
}

/** The newest report contains everything that is known. Earlier reports are only counted. */
function nextReport(state: CaseState | null, event: EventSummary, reading: RequestDigest | null): AttemptUpdate {
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

/**
 * A failed report may count as outdated only if the case is open or if both reports came together, because the
 * provider's clock may be set, too.
 */
function mayHide({ openedAt, run }: CaseState, event: EventSummary, newOutcome: Outcome): boolean {
  return !isBad(newOutcome) || openedAt !== null || cameTogether(run, event);
}

/** A success of another operation under a reused request id does not close the failed case. */
function isOfAnother({ openedAt, operation }: CaseState, event: EventSummary, newOutcome: Outcome): boolean {
  return openedAt !== null && !isBad(newOutcome) && isOther(event.operation, operation);
}

function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function namedByMain(run: CaseState['run'], event: EventSummary, reading: RequestDigest | null): CaseState['run'] {
  const errorCode = reading?.main?.code ?? event.errorCode;
  return { ...run, operation: event.operation ?? reading?.type ?? null, errorCode };
}

/** Both times have the same text format, so they are compared as strings. */
function isOlder(at: string | null, { updatedAt }: CaseState): boolean {
  return at !== null && updatedAt !== null && at < updatedAt;
}

/** Returns null if the report has no time or an impossible one. Then the order of arrival counts. */
function updateTime(reading: RequestDigest | null, { receivedAt }: EventSummary): string | null {
  const text = reading?.updatedAt ?? null;
  return text === null || isAhead(Date.parse(text), receivedAt) ? null : text;
}

function withReading(before: CaseState, event: EventSummary, reading: RequestDigest | null): CaseState {
  const updatedAt = updateTime(reading, event) ?? before.updatedAt;
  const state = { ...before, reportSeq: event.seq };
  if (reading === null) {
    const { resourceCount: size, failedCount: failed } = event;
    const unread = { type: null, completed: null, consistent: false, createdBy: null, target: null, createdAt: null };
    return { ...state, updatedAt, request: { ...unread, size, failed } };
  }
  const { updatedAt: _updatedAt, main: _main, ...request } = reading;
  return { ...state, updatedAt, request };
}

function newCase(key: CaseKey, event: EventSummary): Omit<CaseState, 'run' | 'outcome' | 'lastSeq' | 'lastAt'> {
  return {
    key,
    kind: eventClass(event) === 'localization' ? 'localization' : 'request',
    cause: null,
    consequence: null,
    eid: event.eid,
    requestId: event.requestId,
    operation: null,
    errorCode: null,
    iccid: null,
    countryCode: null,
    firstSeq: event.seq,
    firstAt: event.receivedAt,
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
