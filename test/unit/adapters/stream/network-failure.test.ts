import { describe, expect, it } from 'vitest';
import { networkFailureOf } from '../../../../src-main/adapters/stream/network-failure.ts';

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
const failed = (cause: unknown): Error => new TypeError('fetch failed', { cause });

describe('the failure of a request', () => {
  it.each([
    [
      failed(coded('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9')),
      'ECONNREFUSED',
      'connect ECONNREFUSED 127.0.0.1:9',
      false,
    ],
    [
      failed(coded('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error')),
      'UND_ERR_CONNECT_TIMEOUT',
      'Connect Timeout Error',
      false,
    ],
    [failed(coded('CERT_HAS_EXPIRED', 'certificate has expired')), 'CERT_HAS_EXPIRED', 'certificate has expired', true],
    [
      failed(coded('ERR_TLS_CERT_ALTNAME_INVALID', 'not in names')),
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'not in names',
      true,
    ],
    [failed(coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable')), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable', true],
    [failed(coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable')), 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable', true],
    [failed(coded('SELF_SIGNED_CERT_IN_CHAIN', 'self')), 'SELF_SIGNED_CERT_IN_CHAIN', 'self', true],
    [failed(coded('ERR_SSL_WRONG_VERSION_NUMBER', 'wrong')), 'ERR_SSL_WRONG_VERSION_NUMBER', 'wrong', true],
    [failed(coded('EPROTO', 'handshake')), 'EPROTO', 'handshake', true],
  ])('%s: %s', (error, code, detail, tls) => {
    expect(networkFailureOf(error)).toEqual({ code, detail, tls });
  });

  it('of several addresses is told by the first', () => {
    const several = Object.assign(
      new AggregateError([coded('ECONNREFUSED', 'connect ECONNREFUSED ::1:9'), coded('ETIMEDOUT', 'late')], ''),
      {
        code: 'ECONNREFUSED',
      },
    );
    expect(networkFailureOf(failed(several))).toEqual({
      code: 'ECONNREFUSED',
      detail: 'connect ECONNREFUSED ::1:9',
      tls: false,
    });
  });

  it('without a code keeps its message to itself, as it might quote a header', () => {
    const unknown = { code: 'UNKNOWN', detail: 'The request failed for a reason that has no code.', tls: false };
    expect(networkFailureOf(new TypeError('"Bearer abc" is an invalid header value'))).toEqual(unknown);
    expect(networkFailureOf('Bearer abc')).toEqual(unknown);
  });

  it('with a circle of causes comes to an end, and a long message is cut', () => {
    const circle = coded('ECONNRESET', 'x'.repeat(5000));
    circle.cause = circle;
    expect(networkFailureOf(circle)).toEqual({ code: 'ECONNRESET', detail: 'x'.repeat(300), tls: false });
  });
});
