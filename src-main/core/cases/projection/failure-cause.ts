/** Names the cause by which failures are grouped, in the service's own texts. An empty text counts as none. */
import { eventClass } from '../../../../src-shared/domain/event/event-class.ts';
import { type Cause, causeKey, type CauseKey } from '../../../../src-shared/domain/cases/case.ts';
import type { CaseEvent } from '../../ports/case-event.ts';
import type { RequestDigest } from '../../requests/request-digest.ts';

/** Characters; the limit of `causeKeySchema`. */
const MAX_KEY_LENGTH = 2_400;
/** Characters. Three parts fit even if each character is percent-encoded as nine. */
const MAX_PART_LENGTH = 80;

export interface KeyedCause {
  readonly cause: Cause;
  readonly key: CauseKey;
}

export function failureCause(event: CaseEvent, reading: RequestDigest | null): KeyedCause {
  const full = fullCause(event, reading);
  const key = causeKey(full);
  if (key.length <= MAX_KEY_LENGTH) return { cause: full, key };
  const cut = { ...full, operation: start(full.operation), type: start(full.type), code: start(full.code) };
  return { cause: cut, key: causeKey(cut) };
}

function fullCause(event: CaseEvent, reading: RequestDigest | null): Cause {
  const { operation, errorCode, errorTypes, marks } = event;
  if (eventClass(event) === 'localization')
    return { kind: 'localization', operation: name(operation), type: null, code: name(errorCode) };
  // The event names one of very many causes, so it is grouped by the values in its row.
  const isOneOfMany = marks.some(({ code }) => code === 'too-many-values');
  const main = (isOneOfMany ? null : reading?.main) ?? { type: errorTypes[0] ?? null, code: errorCode };
  const requested = operation ?? reading?.type ?? null;
  return { kind: 'request', operation: name(requested), type: name(main.type), code: name(main.code) };
}

/** Replaces lone surrogates, which cannot be encoded. */
function name(text: string | null): string | null {
  return text?.toWellFormed() || null;
}

function start(text: string | null): string | null {
  return name(text === null ? null : text.slice(0, MAX_PART_LENGTH));
}
