/** Tests how the log of a team reports the refusals of a real NATS server, where one is installed. */
import { jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { connect, nkeyAuthenticator, nkeys } from '@nats-io/transport-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LogAppend } from '../../../src-main/core/ports/team-log.ts';
import { createNatsTeamLog } from '../../../src-main/adapters/team/nats-team-log.ts';
import { setUpNatsTeam } from '../../../src-main/adapters/team/nats-team-setup.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { NatsServer } from '../../support/nats-server.ts';

const never = new AbortController().signal;
const noise = (length: number) =>
  Array.from({ length: length / 5 }, (_, index) => Math.imul(index, 2_654_435_761).toString(36)).join('');
const action = (id: string, length = 1_500): LogAppend => ({ lane: 'actions', id, text: noise(length), after: null });

/** @param account limits of the account of all members */
async function teamOn(more: string, config: Partial<StreamConfig> = {}, account = 'enabled') {
  const user = nkeys.createUser();
  const accounts = `accounts { TEAM { jetstream: ${account}, users: [ { nkey: ${user.getPublicKey()} } ] } }`;
  const server = await NatsServer.start(`${more}\n${accounts}`);
  onTestFinished(() => server.signal());
  const seed = new TextDecoder().decode(user.getSeed());
  const servers = { servers: [server.url], seed, caFile: null, timeoutMs: 2_000 };
  const limits = { log: 'test', replicas: 1, maxBytes: 1_000_000, maxAgeMs: 3_600_000, leaseMs: 2_000 };
  await setUpNatsTeam({ ...servers, member: 'admin', timeoutMs: 10_000 }, limits, never);
  const log = createNatsTeamLog({ ...servers, member: 'anna', log: 'test' });
  onTestFinished(() => log.close());
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(seed));
  const connection = await connect({ servers: server.url, authenticator });
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  await streams.update('WF_test', config);
  await connection.close();
  return log;
}

describe.skipIf(missingNatsServer() !== null)('[TEAM-320] a real NATS server', () => {
  test.each([
    ['with a small max_payload', 'max_payload: 2048', {}, 'too-large'],
    ['with a small max_msg_size', '', { max_msg_size: 1_000 }, 'too-large'],
    ['with a sealed stream', '', { sealed: true }, 'not-stored'],
  ])('%s refuses an entry for good', async (_what, more, config, why) => {
    const log = await teamOn(more, config);
    expect(await log.append(action('large', 20_000), never)).toMatchObject({ kind: 'refused', why });
  });

  test('takes a smaller entry in the place of one that was too large, with the same id', async () => {
    const log = await teamOn('max_payload: 2048');
    await log.append(action('one', 20_000), never);
    expect(await log.append(action('one', 100), never)).toEqual({ kind: 'appended', position: 1 });
  });

  test.each([
    ['log', 'enabled', {}, 'full'],
    ['account', '{ max_file: 2200000, max_mem: 0, max_streams: 9 }', { max_bytes: -1 }, 'no-space'],
  ])('whose %s is full refuses entries for good', async (_what, account, config, why) => {
    const log = await teamOn('', config, account);
    let last = await log.append(action('0', 200_000), never);
    for (let number = 1; number < 30 && last.kind === 'appended'; number += 1)
      last = await log.append(action(`${number}`, 200_000), never);
    expect(last).toMatchObject({ kind: 'refused', why });
  });
});
