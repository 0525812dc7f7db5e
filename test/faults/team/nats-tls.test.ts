/** TLS between members and a real NATS server, where one is installed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createNatsTeamLog } from '../../../src-main/adapters/team/nats-team-log.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';
import { privateAuthority, vouchedService } from '../../unit/adapters/network/private-authority.ts';
import { selfSigned } from '../../support/self-signed.ts';

function file(name: string, text: string): string {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

async function startedServer(identity: { readonly key: string; readonly cert: string } | null): Promise<string> {
  const tls =
    identity === null
      ? ''
      : `tls { cert_file: "${file('cert.pem', identity.cert)}", key_file: "${file('key.pem', identity.key)}" }`;
  const server = await NatsServer.start(tls, '0.0.0.0');
  onTestFinished(() => server.signal());
  return new URL(server.url).port;
}

const statusOf = async (server: string, caFile: string | null) => {
  const log = createNatsTeamLog({
    log: 'test',
    servers: [server],
    member: 'anna',
    seed: null,
    caFile,
    timeoutMs: 1_500,
  });
  onTestFinished(() => log.close());
  const ends = AbortSignal.timeout(20_000);
  // The server may still be starting.
  for (;;) {
    const status = await log.status(ends);
    if (status.kind !== 'no-answer' || !/refused|not connected/.test(status.detail)) return status;
  }
};

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-111] a member trusts a server only with a certificate of its authorities',
  async () => {
    const ca = file('ca.pem', privateAuthority);
    const [trusted, stranger] = [await startedServer(vouchedService), await startedServer(selfSigned)];
    expect(await statusOf(`tls://127.0.0.1:${trusted}`, ca)).toEqual({ kind: 'missing' });
    expect(await statusOf(`tls://127.0.0.1:${trusted}`, null)).toMatchObject({
      kind: 'no-answer',
      detail: expect.stringContaining('certificate'),
    });
    expect(await statusOf(`tls://127.0.0.1:${stranger}`, ca)).toMatchObject({
      kind: 'no-answer',
      detail: expect.stringContaining('certificate'),
    });
  },
);

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-111] a member never speaks without TLS to a server that should have it',
  async () => {
    const plain = await startedServer(null);
    expect(await statusOf(`nats://127.0.0.1:${plain}`, null)).toEqual({ kind: 'missing' });
    // On another computer, `nats:` needs TLS, too.
    for (const server of [`tls://127.0.0.1:${plain}`, `nats://127.0.0.2:${plain}`])
      expect(await statusOf(server, null)).toMatchObject({
        kind: 'no-answer',
        detail: expect.stringContaining('tls'),
      });
  },
);
