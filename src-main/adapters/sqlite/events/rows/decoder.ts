import { DECODER_VERSION, decodeEvent, emptyEvent } from '../../../../../src-shared/domain/event/decode-event.ts';
import type { DecodedEvent, ReceivedEvent } from '../../../../../src-shared/domain/event/event.ts';

export interface Decoder {
  readonly version: number;
  decode(event: Pick<ReceivedEvent, 'kind' | 'data' | 'oversize' | 'streamDomain' | 'replacedBytes'>): DecodedEvent;
}

export const CURRENT_DECODER: Decoder = { version: DECODER_VERSION, decode: decodeEvent };

const MAX_DETAIL = 120;

export function undecodableEvent(error: unknown): DecodedEvent {
  return emptyEvent('unknown', [{ code: 'undecodable', detail: String(error).slice(0, MAX_DETAIL) }]);
}
