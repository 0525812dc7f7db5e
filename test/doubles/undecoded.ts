import type { DecodedEvent } from '../../src-shared/domain/event/event.ts';

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
