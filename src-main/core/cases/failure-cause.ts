/**
 * Why an event failed, as what failed alike is put together by. Names are the service's own, whatever it sends: only such
 * as would not fit into an address are cut, and an empty one is none.
 */
import { type Cause, causeKey, type CauseKey } from '../../../src-shared/domain/case.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { LOCALIZATION_KIND } from '../../../src-shared/service/event-vocabulary.ts';
import type { RequestDigest } from '../requests/request-digest.ts';

/** As `causeKeySchema` allows. */
const MAX_KEY_LENGTH = 2_400;
/** Three of them fit, each character percent-encoded in nine. */
const MAX_PART_LENGTH = 80;

export interface KeyedCause {
  readonly cause: Cause;
  readonly key: CauseKey;
}

/** Of an event that belongs to a case: what other kinds failed with has no name here. */
export function failureCause(event: EventSummary, reading: RequestDigest | null): KeyedCause {
  const whole = wholeCause(event, reading);
  const key = causeKey(whole);
  if (key.length <= MAX_KEY_LENGTH) return { cause: whole, key };
  const cut = { ...whole, operation: start(whole.operation), type: start(whole.type), code: start(whole.code) };
  return { cause: cut, key: causeKey(cut) };
}

function wholeCause(event: EventSummary, reading: RequestDigest | null): Cause {
  const { kind, operation, errorCode, errorTypes, marks } = event;
  if (kind === LOCALIZATION_KIND)
    return { kind: 'localization', operation: name(operation), type: null, code: name(errorCode) };
  // The text of an event whose values are not kept apart names one of very many causes: its row puts them together.
  const isOneOfMany = marks.some(({ code }) => code === 'too-many-values');
  const main = (isOneOfMany ? null : reading?.main) ?? { type: errorTypes[0] ?? null, code: errorCode };
  const asked = operation ?? reading?.type ?? null;
  return { kind: 'request', operation: name(asked), type: name(main.type), code: name(main.code) };
}

/** Half of a surrogate pair cannot be written down. */
function name(text: string | null): string | null {
  return text?.toWellFormed() || null;
}

function start(text: string | null): string | null {
  return name(text === null ? null : text.slice(0, MAX_PART_LENGTH));
}
