import { describe, expect, it } from 'vitest';
import { networkFailureOf } from '../../../../src-main/adapters/network/network-failure.ts';

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
const failed = (cause: unknown): Error => new TypeError('fetch failed', { cause });

describe('the failure of a request', () => {
  it.each([
    ['ECONNREFUSED', 'network'],
    ['UND_ERR_CONNECT_TIMEOUT', 'network'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'plain-http'],
    ['EPROTO', 'handshake'],
  ])('with the code %s is one of %s, with the words of its cause', (code, about) => {
    expect(networkFailureOf(failed(coded(code, 'the words')))).toMatchObject({ code, detail: 'the words', about });
  });

  it('is that of the first address if there are several', () => {
    const several = Object.assign(
      new AggregateError([coded('ECONNREFUSED', 'connect ECONNREFUSED ::1:9'), coded('ETIMEDOUT', 'late')], ''),
      {
        code: 'ECONNREFUSED',
      },
    );
    expect(networkFailureOf(failed(several))).toMatchObject({
      code: 'ECONNREFUSED',
      detail: 'connect ECONNREFUSED ::1:9',
      about: 'network',
    });
  });

  it('hides its message if it has no code, because the message might quote a header', () => {
    const unknown = { code: 'UNKNOWN', detail: 'The request failed for a reason that has no code.', about: 'network' };
    expect(networkFailureOf(new TypeError('"Bearer abc" is an invalid header value'))).toMatchObject(unknown);
    expect(networkFailureOf('Bearer abc')).toMatchObject(unknown);
  });

  it('ends at a circle of causes, and a long message is truncated', () => {
    const circle = coded('ECONNRESET', 'x'.repeat(5000));
    circle.cause = circle;
    expect(networkFailureOf(circle)).toMatchObject({ code: 'ECONNRESET', detail: 'x'.repeat(300), about: 'network' });
  });
});
