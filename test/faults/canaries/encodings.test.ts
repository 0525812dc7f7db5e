/** The rig itself: what it cannot find, the table would call clean. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { canary } from './canary-service.ts';
import { CanarySearch, encoded, encodings } from './encodings.ts';

const encodingsFound = (bytes: Buffer, secret: string) =>
  [...new CanarySearch([['secret', secret]]).found(bytes)].map(({ encoding }) => encoding);
const around = () => randomBytes(40);

test.each(encodings)('a secret that stands somewhere as %s is found, whole, cut off and cut into', (encoding) => {
  const secret = canary(true);
  const whole = encoded(secret, encoding);
  const beginning = encoded(secret.slice(0, 30), encoding);
  const end = encoded(secret.slice(-30), encoding);
  for (const bytes of [whole, beginning, end])
    // Several encodings spell some texts alike; then one of them is named.
    expect(encodingsFound(Buffer.concat([around(), bytes, around()]), secret)).not.toEqual([]);
});

test.each([0, 1, 2, 3])(
  'a secret is found in the base64 of %i other bytes and itself, such as Basic makes it',
  (count) => {
    const secret = canary(true);
    const credentials = Buffer.from(`${'x'.repeat(count)}:${secret}:tail`).toString('base64');
    expect(encodingsFound(Buffer.from(`Authorization: Basic ${credentials}`), secret)).toContain('base64');
  },
);

test('what holds another secret holds none of this one', () => {
  const [secret, other] = [canary(true), canary(true)];
  const bytes = Buffer.concat([around(), ...encodings.map((encoding) => encoded(other, encoding)), around()]);
  expect(encodingsFound(bytes, secret)).toEqual([]);
});
