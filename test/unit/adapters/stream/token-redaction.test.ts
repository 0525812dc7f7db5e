import { expect, it } from 'vitest';
import { redactionOf } from '../../../../src-main/adapters/stream/token-redaction.ts';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ3YXRjaCJ9.c2ln+/bmF0=';

it.each([
  ['the whole token', `invalid: ${token}, sorry`, 'invalid: [access token], sorry'],
  ['every time', `${token} ${token}`, '[access token] [access token]'],
  ['a part cut off at the end', `invalid: ${token.slice(0, 20)}`, 'invalid: [access token]'],
  ['nothing else', 'invalid token', 'invalid token'],
])('takes out %s', (_what, text, expected) => {
  expect(redactionOf(token)(text)).toBe(expected);
});

it('takes a token of special characters literally', () => {
  expect(redactionOf('.*+?^${}()|[]\\/-')('abc .*+?^${}()|[]\\/- def')).toBe('abc [access token] def');
});
