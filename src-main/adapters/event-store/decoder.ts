/** Decodes events for their rows. Rows of an older decoder version are decoded again. */
import { DECODER_VERSION, decodeEvent, emptyEvent } from '../../../src-shared/domain/decode-event.ts';
import type { DecodedEvent, ReceivedEvent } from '../../../src-shared/domain/event.ts';

export interface Decoder {
  readonly version: number;
  decode(event: Pick<ReceivedEvent, 'kind' | 'data' | 'oversize' | 'streamDomain'>): DecodedEvent;
}

export const CURRENT_DECODER: Decoder = { version: DECODER_VERSION, decode: decodeEvent };

const MAX_DETAIL = 120;

/** Returns an event without decoded values, marked with the reason. */
export function undecodableEvent(error: unknown): DecodedEvent {
  return emptyEvent('unknown', [{ code: 'undecodable', detail: String(error).slice(0, MAX_DETAIL) }]);
}
