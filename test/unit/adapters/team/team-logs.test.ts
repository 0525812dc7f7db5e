import { expect, onTestFinished, test } from 'vitest';
import { createTeamLogs } from '../../../../src-main/adapters/team/team-logs.ts';
import { teamSettingsSchema } from '../../../../src-shared/domain/profile/team-settings.ts';
import { A_TEAM } from '../../../doubles/team-settings.ts';
import { closedPort } from '../../../support/loopback.ts';

test('[TEAM-157] a member waits for its servers at most a third of its lease, whatever number of seconds that is', async () => {
  const servers = [`nats://127.0.0.1:${await closedPort()}`];
  const log = await createTeamLogs().open(teamSettingsSchema.parse({ ...A_TEAM, servers, leaseSeconds: 2 }), {});
  onTestFinished(() => log.close());
  expect(await log.status(new AbortController().signal)).toMatchObject({
    kind: 'no-answer',
    detail: expect.stringMatching(/ECONNREFUSED|not connected|CONNECTION_REFUSED|did not answer|refused/i),
  });
});
