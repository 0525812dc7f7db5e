/**
 * What went wrong on the network, as a code and a sentence. The text comes only from errors that carry a code, that is
 * from the operating system, TLS or the HTTP client's socket; any other message might quote a header and stays out.
 */
export interface NetworkFailure {
  /** `ECONNREFUSED`, `ENOTFOUND`, `UND_ERR_CONNECT_TIMEOUT`, `DEPTH_ZERO_SELF_SIGNED_CERT` … `HTTP_PARSER` where the answer is not HTTP; `UNKNOWN` where there is none. */
  readonly code: string;
  readonly detail: string;
  /** The certificate or the handshake was refused. */
  readonly tls: boolean;
}

/** OpenSSL's verdicts on a certificate as Node names them, and the errors of the handshake. */
const tlsCode =
  /CERT|^CRL_|^ERR_TLS_|^ERR_SSL_|^EPROTO$|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)/;

/** A message is for a line on a screen. */
const longestDetail = 300;

export function networkFailureOf(error: unknown): NetworkFailure {
  const coded = codedErrorIn(error, 0);
  if (coded === null)
    return { code: 'UNKNOWN', detail: 'The request failed for a reason that has no code.', tls: false };
  return {
    code: coded.code,
    detail: coded.message.slice(0, longestDetail),
    tls: tlsCode.test(coded.code),
  };
}

/** The first error with a code in the chain of causes; of several addresses tried, the first one's. */
function codedErrorIn(error: unknown, depth: number): { code: string; message: string } | null {
  // A chain of causes may be a circle.
  if (!(error instanceof Error) || depth > 8) return null;
  const firstOfSeveral: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const inner = codedErrorIn(firstOfSeveral, depth + 1) ?? codedErrorIn(error.cause, depth + 1);
  if (inner !== null) return inner;
  // undici means to give these a code (HPE_…) and does not.
  if (error.name === 'HTTPParserError') return { code: 'HTTP_PARSER', message: error.message };
  if ('code' in error && typeof error.code === 'string') return { code: error.code, message: error.message };
  return null;
}
