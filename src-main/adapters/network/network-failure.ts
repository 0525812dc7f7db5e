/**
 * Describes a network failure. Only messages of errors with a code are passed on; any other might quote a header.
 * Nothing here may contain a proxy's user or password.
 */
import { isCertificateCode } from '../../../src-shared/domain/profile/certificate-code.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

export type NetworkFailureKind = 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy';

export interface NetworkFailure {
  /** `ECONNREFUSED`, `DEPTH_ZERO_SELF_SIGNED_CERT` … `HTTP_PARSER`: the answer is not HTTP. `UNKNOWN`: no code. */
  readonly code: string;
  readonly detail: string;
  /** `handshake`: TLS broke off; `plain-http`: the port does not speak TLS; `proxy`: refused or not reachable. */
  readonly about: NetworkFailureKind;
  readonly proxy: string | null;
}

/** A connection that failed before it was made, with details that only its creator knows. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly code: string;
  readonly about: NetworkFailureKind;
  readonly proxy: string | null;
  constructor(
    code: string,
    about: NetworkFailureKind,
    message: string,
    { proxy = null, ...options }: { cause?: unknown; proxy?: string | null } = {},
  ) {
    super(message, options);
    this.code = code;
    this.about = about;
    this.proxy = proxy;
  }
}

const handshakeCode = /^ERR_TLS_|^ERR_SSL_|^EPROTO$/;
/** OpenSSL's codes for an answer that is not TLS: it reads the first bytes of HTTP as a TLS record. */
const plainHttpCode = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL)$/;

const MAX_DETAIL_LENGTH = 300;

export function networkFailureOf(error: unknown): NetworkFailure {
  return failureIn(error, 0) ?? failureOf('UNKNOWN', 'The request failed for a reason that has no code.', 'network');
}

export function failureKindOf(code: string): NetworkFailureKind {
  if (plainHttpCode.test(code)) return 'plain-http';
  if (isCertificateCode(code)) return 'certificate';
  return handshakeCode.test(code) ? 'handshake' : 'network';
}

/** Returns the first error with a code in the chain of causes; if several addresses were tried, that of the first. */
function failureIn(error: unknown, depth: number): NetworkFailure | null {
  // A chain of causes may be circular.
  if (!(error instanceof Error) || depth > 8) return null;
  const { message } = error;
  if (error instanceof ConnectError) return failureOf(error.code, message, error.about, error.proxy);
  const firstOfSeveral: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const inner = failureIn(firstOfSeveral, depth + 1) ?? failureIn(error.cause, depth + 1);
  if (inner !== null) return inner;
  // undici intends to give these a code (HPE_…) but does not.
  const code = error.name === 'HTTPParserError' ? 'HTTP_PARSER' : errorCodeOf(error);
  return code === '' ? null : failureOf(code, message);
}

function failureOf(
  code: string,
  message: string,
  about: NetworkFailureKind = failureKindOf(code),
  proxy: string | null = null,
): NetworkFailure {
  return { code, detail: message.slice(0, MAX_DETAIL_LENGTH), about, proxy };
}
