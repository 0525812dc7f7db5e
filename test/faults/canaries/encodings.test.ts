/** Tests the search itself: a secret that it cannot find would be reported as no leak. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { canary } from './canary-service.ts';
import { CanarySearch, encoded, encodings } from './encodings.ts';

const encodingsFound = (bytes: Buffer, secret: string) =>
  [...new CanarySearch([['secret', secret]]).found(bytes)].map(({ encoding }) => encoding);
const around = () => randomBytes(40);

test.each(encodings)('the search finds a secret written as %s, complete and truncated at either end', (encoding) => {
  const secret = canary(true);
  const complete = encoded(secret, encoding);
  const prefix = encoded(secret.slice(0, 30), encoding);
  const end = encoded(secret.slice(-30), encoding);
  for (const bytes of [complete, prefix, end])
    // Some texts look the same in several encodings. Then the search names only one of them.
    expect(encodingsFound(Buffer.concat([around(), bytes, around()]), secret)).not.toEqual([]);
});

test.each([0, 1, 2, 3])(
  'the search finds a secret in the base64 of %i other bytes and itself, as in HTTP Basic',
  (count) => {
    const secret = canary(true);
    const credentials = Buffer.from(`${'x'.repeat(count)}:${secret}:tail`).toString('base64');
    expect(encodingsFound(Buffer.from(`Authorization: Basic ${credentials}`), secret)).toContain('base64');
  },
);

test('the search does not confuse two secrets', () => {
  const [secret, other] = [canary(true), canary(true)];
  const bytes = Buffer.concat([around(), ...encodings.map((encoding) => encoded(other, encoding)), around()]);
  expect(encodingsFound(bytes, secret)).toEqual([]);
});
