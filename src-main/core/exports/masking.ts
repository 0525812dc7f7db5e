/**
 * An event without what it names of people and companies: each value is stars, in the received text and in every column
 * made from it. A text that cannot be read is withheld: nobody knows what it names.
 */
import type { MaskedField } from '../../../src-shared/domain/event-export.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import { personalValuesOf } from '../../../src-shared/service/personal-values.ts';
import { Mask } from './masked-text.ts';

/** What a line is made of. */
export interface LineEvent extends Omit<StoredEvent, 'raw'> {
  /** `null`: withheld. */
  readonly raw: string | null;
}

/** @param fields none: the event as it is */
export function maskedEvent(event: StoredEvent, fields: readonly MaskedField[]): LineEvent {
  if (fields.length === 0) return event;
  const values = personalValuesOf(event.raw);
  return maskedBy(event, new Mask(fields.flatMap((field) => values[field])), values.isReadable);
}

/** @param isReadable as `personalValuesOf` says of its text */
function maskedBy(event: StoredEvent, mask: Mask, isReadable: boolean): LineEvent {
  // What is noticed about such a text quotes it.
  if (!isReadable)
    return { ...maskedColumns(event, mask), raw: null, marks: event.marks.map(({ code }) => ({ code, detail: '' })) };
  if (mask.isEmpty) return event;
  const pieces = mask.jsonPieces(event.raw);
  const raw = mask.isLeft(pieces) ? null : pieces.map(({ text }) => text).join('');
  return { ...maskedColumns(event, mask), raw };
}

function maskedColumns(event: StoredEvent, mask: Mask): StoredEvent {
  const masked = <Text extends string | null>(text: Text) => (text === null ? text : mask.text(text));
  const { kind, whole } = event;
  return {
    ...event,
    kind: mask.text(kind),
    id: masked(event.id),
    operation: masked(event.operation),
    state: masked(event.state),
    createdDateTime: masked(event.createdDateTime),
    principal: masked(event.principal),
    eid: masked(event.eid),
    iccid: masked(event.iccid),
    countryCode: masked(event.countryCode),
    errorCode: masked(event.errorCode),
    errorCodes: event.errorCodes.map((code) => mask.text(code)),
    errorTypes: event.errorTypes.map((type) => mask.text(type)),
    requestId: masked(event.requestId),
    marks: event.marks.map(({ code, detail }) => ({ code, detail: mask.text(detail) })),
    whole: whole === null ? null : { kind: masked(whole.kind), id: masked(whole.id) },
  };
}
