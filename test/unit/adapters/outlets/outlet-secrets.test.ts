import { expect, test } from 'vitest';
import { createOutletSecrets } from '../../../../src-main/adapters/outlets/outlet-secrets.ts';
import { anOutlet } from '../../../doubles/an-outlet.ts';
import { MemoryVault } from '../../../doubles/memory-vault.ts';
import { someProfile } from '../../../doubles/profile.ts';

test.for([
  ['as it was given', {}, 'token'],
  ['with another address', { url: 'https://other.example.com/' }, 'OUTLET_SECRET_BOUND'],
  ['in another header', { auth: 'X-Debug' }, 'OUTLET_SECRET_BOUND'],
  ['in no header', { auth: null }, 'OUTLET_SECRET_BOUND'],
] as const)(
  '[OUTLET-52] the secret of an outlet whose file was edited is read only %s',
  async ([, edited, expected]) => {
    const secrets = createOutletSecrets(new MemoryVault(), someProfile.id);
    const { signal } = new AbortController();
    const outlet = anOutlet({ auth: 'bearer' });
    await secrets.write(outlet, 'token', signal);
    const read = secrets.read({ ...outlet, ...edited }, signal);
    expect(await read.catch(({ data }: { data: { code: string } }) => data.code)).toBe(expected);
  },
);
