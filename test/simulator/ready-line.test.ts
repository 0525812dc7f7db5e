/** Tests the line of `--format json` in a new process, as a program in any language reads it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { profileFileSchema } from '../../src-shared/domain/profile/profile.ts';
import { RunningCommand } from '../support/command.ts';

const readyLineSchema = z.strictObject({
  url: z.url(),
  control: z.url(),
  profile: profileFileSchema,
  domains: z.array(z.strictObject({ id: z.string(), profile: profileFileSchema.nullable() })),
  clients: z.array(
    z.strictObject({
      clientId: z.string(),
      clientSecret: z.string().nullable(),
      flow: z.string(),
      authentication: z.string(),
      domain: z.string().nullable(),
    }),
  ),
  users: z.array(z.strictObject({ username: z.string(), password: z.string(), domain: z.string() })),
});

async function started(...args: readonly string[]) {
  const simulator = new RunningCommand(['simulator', '--format', 'json', '--subscriptions', '10', ...args]);
  onTestFinished(() => void simulator.process.kill('SIGKILL'));
  await simulator.waitForText(/\n/);
  return { simulator, ready: readyLineSchema.parse(JSON.parse(simulator.stdout)) };
}

test('[SIM-55] the line has everything that a client needs to sign in and to use the control', async () => {
  const { simulator, ready } = await started('--time-scale', '60');
  expect((await fetch(`${ready.control}/health`)).status).toBe(200);
  for (const { clientId, clientSecret, flow, authentication } of ready.clients) {
    if (flow !== 'clientCredentials' || clientSecret === null) continue;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const headers: Record<string, string> = {};
    if (authentication === 'post') {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    } else headers['authorization'] = `Basic ${btoa([clientId, clientSecret].map(encodeURIComponent).join(':'))}`;
    const { authUrl, realm } = ready.profile;
    const url = `${authUrl}/auth/realms/${realm}/protocol/openid-connect/token`;
    expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(200);
  }
  expect(ready.profile).toMatchObject({ baseUrl: ready.url, heartbeatSeconds: 0.5 });
  expect(ready.domains.map(({ profile }) => profile?.clientId)).toEqual(['watchfloor-basic', 'watchfloor-ports']);
  expect(ready.users.map(({ username }) => username)).toContain('olivia');
  expect(await simulator.stop()).toBe(0);
  expect(simulator.stdout.split('\n')).toHaveLength(2);
});

test('[SIM-55] the profile has the address of a proxy, and the line its own address beside it', async () => {
  const { ready } = await started('--public-url', 'https://sim.example.com/x');
  expect(new URL(ready.url).hostname).toBe('127.0.0.1');
  expect(ready.profile.baseUrl).toBe('https://sim.example.com/x');
});

test('[SIM-55] the document describes exactly the names of the line', () => {
  const text = readFileSync(fileURLToPath(new URL('../../docs/simulator.md', import.meta.url)), 'utf8');
  const table = /^\| Name +\| Is[^]*?\n\n/m.exec(text)?.[0] ?? '';
  const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(readyLineSchema.shape));
});
