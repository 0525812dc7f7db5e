/** What makes rows of events, with its version: rows of an older one are decoded again. */
import { DECODER_VERSION, decodeEvent } from '../../../src-shared/domain/decode-event.ts';
import type { DecodedEvent, ReceivedEvent } from '../../../src-shared/domain/event.ts';

export interface Decoder {
  readonly version: number;
  decode(event: Pick<ReceivedEvent, 'kind' | 'data' | 'oversize'>): DecodedEvent;
}

export const thisDecoder: Decoder = { version: DECODER_VERSION, decode: decodeEvent };

/** Longest piece of an error's words that a mark repeats. */
const MAX_DETAIL = 120;

/** A row of the raw text alone, with the reason. */
export function undecodable(error: unknown): DecodedEvent {
  return {
    operation: null,
    state: null,
    outcome: 'unknown',
    createdDateTime: null,
    createdAt: null,
    principal: null,
    eid: null,
    iccid: null,
    countryCode: null,
    errorCode: null,
    errorCodes: [],
    requestId: null,
    resourceCount: null,
    failedCount: null,
    marks: [{ code: 'undecodable', detail: String(error).slice(0, MAX_DETAIL) }],
  };
}
