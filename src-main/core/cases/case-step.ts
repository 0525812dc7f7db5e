/**
 * What one event makes of the case that it belongs to, but for whether it is open. A localization goes on attempt by
 * attempt; of a request a later report replaces the one before, and an older one that comes late changes nothing.
 */
import type { CaseKey } from '../../../src-shared/domain/case.ts';
import type { EventSummary, Outcome } from '../../../src-shared/domain/event.ts';
import { LOCALIZATION_KIND } from '../../../src-shared/service/event-vocabulary.ts';
import {
  type AttemptUpdate,
  cameTogether,
  withCountedEvent,
  isAhead,
  isBad,
  isRepeat,
  nextAttempt,
} from '../localization/attempt.ts';
import type { CaseState } from '../ports/case-projection.ts';
import type { RequestDigest } from '../requests/request-digest.ts';
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
  const isLocalization = event.kind === LOCALIZATION_KIND;
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

/** What goes well in another domain says nothing of what failed in this one; what fails there is not hidden. */
function isOfAnotherPrincipal({ openedAt, failedFor }: CaseState, { outcome, principal }: EventSummary): boolean {
  return openedAt !== null && !isBad(outcome ?? 'unknown') && failedFor.some((failed) => isOther(failed, principal));
}

/** The newest report says all that is known; how many there were is counted. */
function nextReport(state: CaseState | null, event: EventSummary, reading: RequestDigest | null): AttemptUpdate {
  const newOutcome: Outcome = event.outcome ?? 'unknown';
  const first = nextAttempt(null, event, 0).run;
  if (state === null) return { run: namedByMain(first, event, reading), before: null, newOutcome };
  const known = withCountedEvent(state.run, event);
  const isPast = isOlder(updateTime(reading, event), state) && mayHide(state, event, newOutcome);
  if (isRepeat(state.run, event) || isPast || isOfAnother(state, event, newOutcome))
    return { run: known, before: null, newOutcome: null };
  const { from, to, seqs, events, heard } = known;
  return { run: { ...namedByMain(first, event, reading), from, to, seqs, events, heard }, before: null, newOutcome };
}

/** What failed is hidden behind a newer report only where both came together: clocks of others are set, too. */
function mayHide({ openedAt, run }: CaseState, event: EventSummary, newOutcome: Outcome): boolean {
  return !isBad(newOutcome) || openedAt !== null || cameTogether(run, event);
}

/** One that went well under an id that was given twice says nothing of the one that failed. */
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

/** Both are written in one form, so that they compare as texts. */
function isOlder(at: string | null, { updatedAt }: CaseState): boolean {
  return at !== null && updatedAt !== null && at < updatedAt;
}

/** `null` where it does not say, or says what cannot be: then the order of arrival counts. */
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
  const { type, size, completed, failed, consistent, createdBy, target, createdAt } = reading;
  return { ...state, updatedAt, request: { type, size, completed, failed, consistent, createdBy, target, createdAt } };
}

function newCase(key: CaseKey, event: EventSummary): Omit<CaseState, 'run' | 'outcome' | 'lastSeq' | 'lastAt'> {
  return {
    key,
    kind: event.kind === LOCALIZATION_KIND ? 'localization' : 'request',
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
  };
}
