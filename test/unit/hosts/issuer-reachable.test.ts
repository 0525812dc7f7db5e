import { expect, onTestFinished, test, vi } from 'vitest';
import { type ConnectionProbe, ProbeFailure } from '../../../src-main/core/ports/connection-probe.ts';
import { checkIssuerReachable } from '../../../src-main/hosts/cli/sign-in/issuer-reachable.ts';
import { someProfile } from '../../doubles/profile.ts';

const never = new AbortController().signal;
const facts = { profile: someProfile.name };
const proxyOf = async () => null;
const mute: Pick<ConnectionProbe, 'connect' | 'proxyOf'> = {
  proxyOf,
  connect: (_profile, _address, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
    }),
};

test('the check connects only to the issuer', async () => {
  const looked: string[] = [];
  const connect = async (_profile: unknown, address: string) => void looked.push(address);
  await checkIssuerReachable({ connect, proxyOf }, someProfile, never);
  expect(looked).toEqual([someProfile.authUrl]);
});

test.each([
  ['network', 'not-reached'],
  ['proxy', 'proxy-unreachable'],
  ['name', 'name-server'],
] as const)('a failure of the %s is named in the finding', async (about, key) => {
  const connect = () => Promise.reject(new ProbeFailure({ code: 'ECONNREFUSED', about, detail: 'refused' }));
  await expect(checkIssuerReachable({ connect, proxyOf }, someProfile, never)).rejects.toMatchObject({
    data: {
      code: 'SIGN_IN_FAILED',
      facts: { ...facts, problem: 'unreachable', code: 'ECONNREFUSED', finding: { key } },
    },
  });
});

test('an issuer that does not answer is given up after 5 s', async () => {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  onTestFinished(() => timeout.mockRestore());
  const reached = checkIssuerReachable(mute, someProfile, never);
  late.abort();
  await expect(reached).rejects.toMatchObject({
    data: { code: 'SIGN_IN_FAILED', facts: { ...facts, problem: 'unreachable', code: 'TIMEOUT' } },
  });
  expect(timeout.mock.calls).toEqual([[5_000]]);
});

test('an aborted check is reported as cancelled', async () => {
  const stop = new AbortController();
  const reached = checkIssuerReachable(mute, someProfile, stop.signal);
  stop.abort();
  await expect(reached).rejects.toMatchObject({
    data: { code: 'SIGN_IN_FAILED', facts: { ...facts, problem: 'cancelled' } },
  });
});

test('a bug is passed on unchanged', async () => {
  const connect = () => Promise.reject(new Error('canary'));
  await expect(checkIssuerReachable({ connect, proxyOf }, someProfile, never)).rejects.toThrow('canary');
});
