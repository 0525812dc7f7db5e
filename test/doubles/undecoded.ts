import { emptyEvent } from '../../src-shared/domain/event/decode-event.ts';

export const undecoded = emptyEvent(null, []);
