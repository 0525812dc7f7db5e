/** The words for what a reader notices about an event (`event-mark.ts`): a filter takes them, lists count them. */
export const markCodes = [
  'malformed-json',
  'not-an-object',
  'too-deep',
  'oversize',
  'detail-not-json',
  'encoded-twice', // JSON in a string, once more than documented
  'missing-field',
  'wrong-type',
  'unusual-form', // a text that is none of the documented form
  'invalid-time',
  'numeric-identifier',
  'contradiction',
  'another-principal', // than the session's
  'unknown-kind',
  'unknown-operation',
  'unknown-state',
  'unknown-error-code',
  'too-many-values', // a value that is not kept apart is "other": the raw text has it
  'text-lost', // the received text was damaged on the disk
  'undecodable', // the decoder failed on it: a bug of ours, the raw text is there
] as const;
