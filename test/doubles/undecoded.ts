import type { DecodedEvent } from '../../src-shared/domain/event.ts';

/** Decoded fields of an event without content. Tests add the fields of theirs. */
export const undecoded: DecodedEvent = {
  operation: null,
  state: null,
  outcome: null,
  createdDateTime: null,
  createdAt: null,
  principal: null,
  eid: null,
  iccid: null,
  countryCode: null,
  errorCode: null,
  errorCodes: [],
  errorTypes: [],
  requestId: null,
  resourceCount: null,
  failedCount: null,
  marks: [],
};
