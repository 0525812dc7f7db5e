export const markCodes = [
  'malformed-json',
  'not-an-object',
  'too-deep',
  'oversize',
  'not-utf8', // the text has U+FFFD for the bytes
  'detail-not-json',
  'encoded-twice', // JSON in a string, once more than documented
  'missing-field',
  'wrong-type',
  'unusual-form',
  'invalid-time',
  'numeric-identifier',
  'contradiction',
  'another-principal', // differs from the session's
  'unknown-kind',
  'unknown-operation',
  'unknown-state',
  'unknown-error-code',
  'too-many-values', // further values are counted as "other"; the raw text has them
  'text-lost', // the received text was damaged on the disk
  'undecodable', // the decoder failed, which is a bug; the raw text is kept
] as const;
