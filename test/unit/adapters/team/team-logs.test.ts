import { expect, onTestFinished, test } from 'vitest';
import { createTeamLogs } from '../../../../src-main/adapters/team/team-logs.ts';
import { createTeamKeys } from '../../../../src-main/adapters/team/team-keys.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { teamSettingsSchema } from '../../../../src-shared/domain/profile/team-settings.ts';
import { MemoryVault } from '../../../doubles/memory-vault.ts';
import { A_TEAM } from '../../../doubles/team-settings.ts';
import { closedPort } from '../../../fixtures/loopback.ts';

test('[TEAM-150] a member waits for its servers at most a third of its lease, whatever number of seconds that is', async () => {
  const servers = [`nats://127.0.0.1:${await closedPort()}`];
  const log = await createTeamLogs({ keys: createTeamKeys(new MemoryVault()), onSecret: () => undefined }).open(
    teamSettingsSchema.parse({ ...A_TEAM, servers, leaseSeconds: 2 }),
    { id: profileIdSchema.parse('acme-europe') },
  );
  onTestFinished(() => log.close());
  expect(await log.status(new AbortController().signal)).toMatchObject({
    kind: 'no-answer',
    detail: expect.stringMatching(/ECONNREFUSED|not connected|CONNECTION_REFUSED|did not answer|refused/i),
  });
});

test('[TEAM-23] the key of a member is read for its own log, name and servers only', async () => {
  const keys = createTeamKeys(new MemoryVault());
  const signal = new AbortController().signal;
  const [acme, other] = ['acme-europe', 'another-profile'].map((id) => profileIdSchema.parse(id));
  if (acme === undefined || other === undefined) throw new Error('no profile');
  const binding = { log: 'k3v9', member: 'anna', servers: ['tls://nats1.example.com', 'tls://nats2.example.com'] };
  await keys.write(acme, binding, 'the key', signal);
  expect(await keys.read(acme, { ...binding, servers: binding.servers.toReversed() }, signal)).toBe('the key');
  const changes = [{ log: 'k3v8' }, { member: 'ben' }, { servers: ['tls://nats1.example.com'] }];
  for (const change of changes) expect(await keys.read(acme, { ...binding, ...change }, signal)).toBeNull();
  expect(await keys.read(other, binding, signal)).toBeNull();
  await keys.remove(acme);
  expect(await keys.read(acme, binding, signal)).toBeNull();
});
