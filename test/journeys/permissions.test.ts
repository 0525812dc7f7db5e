/** Tests `watchfloor permissions` against the simulator. The first test starts a process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

type Client = 'basic' | 'limited';

async function permissions(
  client: Client,
  args: readonly string[],
  {
    changes = {},
    secret = service.simulator.clients[client].clientSecret,
    inProcess = false,
  }: { changes?: object; secret?: string; inProcess?: boolean } = {},
) {
  const { clientId } = service.simulator.clients[client];
  const profile = await service.workplace.profile(service.simulator, { clientId, ...changes });
  const { dataDir } = service.workplace;
  const call = ['permissions', '--profile', profile, '--data-dir', dataDir, ...args];
  const environment = { [SECRET_VARIABLE]: secret };
  const command = inProcess
    ? service.workplace.run(call, environment)
    : service.workplace.runInProcess(call, environment);
  const code = await command.exit;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

test('[ACCESS-2] prints the answer unchanged as JSON, and as a table', async () => {
  const json = await permissions('limited', ['--format', 'json'], { inProcess: true });
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    0,
    {
      domainId: service.simulator.domainId,
      roles: ['NOTIFICATION_WATCHER'],
      accessRights: ['VIEW_NOTIFICATIONS'],
      solutions: ['CONNECTIVITY'],
      permissions: {
        'notification-stream': ['subscribe'],
        'subscription-inventory': ['read'],
        reports: ['search', 'localize'],
      },
    },
  ]);
  const table = await permissions('limited', ['--format', 'table']);
  expect(table.stdout.replace(/^Token until .*$/m, 'Token until      …').split('\n')).toEqual([
    `Domain           ${service.simulator.domainId}`,
    'Roles            NOTIFICATION_WATCHER',
    'Access rights    VIEW_NOTIFICATIONS',
    'Solutions        CONNECTIVITY',
    'Token until      …',
    '',
    'RESOURCE                PERMISSIONS',
    'notification-stream     subscribe',
    'subscription-inventory  read',
    'reports                 search, localize',
    '',
  ]);
});

test.each([
  ['basic', 'euiccs:localize', 0, 'Yes: localize on euiccs, listed for the resource itself.\n'],
  ['limited', 'euiccs:localize', 1, 'No: localize on euiccs, the answer has no resource with this name.\n'],
  ['limited', 'notification-stream:read', 1, 'No: read on notification-stream, not listed for this resource.\n'],
] as const)(
  '[ACCESS-2] --can as the client "%s" for %s exits with %d and prints the reason',
  async (client, can, code, stdout) => {
    expect(await permissions(client, ['--can', can])).toEqual({ code, stdout, stderr: '' });
  },
);

test('[ACCESS-2] exits with 2 and prints neither yes nor no for a malformed --can', async () => {
  const results = await Promise.all(['euiccs', ':read', 'euiccs:'].map((can) => permissions('basic', ['--can', can])));
  expect(results.map(({ code, stdout }) => [code, stdout])).toEqual([
    [2, ''],
    [2, ''],
    [2, ''],
  ]);
});

const CAN = ['--can', 'euiccs:localize'];

test('[ACCESS-2] exits with 4 and prints neither yes nor no after a wrong secret, without an answer, and for a page that is not of the service', async () => {
  const page = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<h1>proxy</h1>'));
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void page.close());
  const { port } = page.address() as AddressInfo;
  const results = [
    await permissions('basic', CAN, { secret: 'wrong' }),
    await permissions('basic', CAN, { changes: { baseUrl: 'http://127.0.0.1:1' } }),
    await permissions('basic', CAN, { changes: { baseUrl: `http://127.0.0.1:${port}` } }),
  ];
  expect(results.map(({ code, stdout }) => [code, stdout])).toEqual([
    [4, ''],
    [4, ''],
    [4, ''],
  ]);
  for (const { stderr } of results)
    expect(stderr).toContain('The permissions of the token are unknown: they could not be checked.');
});
