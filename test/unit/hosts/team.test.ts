import { holdsInLog } from '../../../src-main/hosts/cli/team/team-status.ts';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { natsServerConfig } from '../../../src-main/adapters/team/nats-server-config.ts';
import { InProcessCommand } from '../../support/command.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

async function team(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = new InProcessCommand(['team', ...args]);
  return { code: await command.exit, stdout: command.stdout, stderr: command.stderr };
}

const TEAM = {
  watchfloorTeam: 1,
  log: 'k3v9k3v9',
  servers: ['nats://127.0.0.1:4222'],
  leaseSeconds: 6,
  maxBytes: 1_000_000_000,
  keepDays: 30,
  caFile: null,
  adminKey: `SU${'A'.repeat(56)}`,
  members: [{ member: 'anna', name: 'Anna', role: 'desk', mayHold: true, publicKey: 'UANNA' }],
};

function teamFile(changes: object = {}): string {
  const path = join(temporaryDirectory(), 'team.json');
  writeFileSync(path, JSON.stringify({ ...TEAM, ...changes }));
  return path;
}

describe('[TEAM-180] the commands of a team refuse wrong input and change nothing', () => {
  test.each([
    [['create', '--servers', 'nats://nats1.example.com:4222'], /only to this computer/],
    [['create', '--servers', 'tls://nats1.example.com,tls://nats2.example.com'], /Name one server, or three/],
    [['create', '--servers', 'tls://anna:secret@nats1.example.com:4222'], /an address such as/],
    [['create', '--servers', 'tls://nats1.example.com', '--lease-seconds', '1'], /from 2 to 60/],
    [['create', '--servers', 'tls://nats1.example.com', '--max-bytes', '10'], /500MB or 10GB/],
    [['create'], /needs --servers/],
    [['create', '--print-config'], /There is no team file/],
    [['add-member', 'Anna', '--role', 'desk'], /lower-case letters/],
    [['add-member', 'anna'], /--role/],
    [['add-member', 'anna', '--role', 'boss'], /collect, desk, wall/],
    [['add-member', 'anna', '--role', 'desk'], /team file .* cannot be read/],
  ])('team %j', async (args, words) => {
    const missing = join(temporaryDirectory(), 'team.json');
    expect(await team(...args, '--team-file', missing)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(words),
    });
    expect(existsSync(missing)).toBe(false);
  });

  test.each([
    [['create', '--servers', 'tls://other.example.com'], /is of the team on nats:\/\/127.0.0.1:4222/],
    [['add-member', 'anna', '--role', 'desk'], /has a member "anna" already/],
    [['add-member', 'wally', '--role', 'wall', '--may-hold'], /never holds the seat/],
  ])('team %j with a team file', async (args, words) => {
    const path = teamFile();
    expect(await team(...args, '--team-file', path)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(words),
    });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(TEAM);
  });

  test.each([['create', '--print-config'], ['create'], ['add-member', 'ben', '--role', 'desk']])(
    'team %s %s with a team file that was changed to two servers',
    async (...args) => {
      const path = teamFile({ servers: ['tls://nats1.example.com', 'tls://nats2.example.com'] });
      expect(await team(...args, '--team-file', path)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/names two servers.* Name one server, or three/),
      });
    },
  );

  test('a file that is no team file is left unchanged, and not repeated', async () => {
    const path = teamFile({ adminKey: 'not a key' });
    const { code, stderr } = await team('create', '--servers', 'nats://127.0.0.1:4222', '--team-file', path);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('is no team file') });
    expect(stderr).not.toContain('not a key');
  });

  test('a join file of another member is kept', async () => {
    const path = teamFile();
    const joinFile = join(temporaryDirectory(), 'ben.join.json');
    writeFileSync(joinFile, 'of somebody else');
    const { code } = await team('add-member', 'ben', '--role', 'desk', '--team-file', path, '--join-file', joinFile);
    expect(code).toBe(2);
    expect(readFileSync(joinFile, 'utf8')).toBe('of somebody else');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(TEAM);
  });
});

test('[TEAM-180] the first "create" writes the file of the team without a server, and names the next step', async () => {
  const path = join(temporaryDirectory(), 'team.json');
  const { code, stdout, stderr } = await team('create', '--servers', 'nats://127.0.0.1:1', '--team-file', path);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    `Made ${path}. It has the key of the administrator: keep it secret. Next: watchfloor team add-member MEMBER --role desk.\n`,
  );
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ servers: ['nats://127.0.0.1:1'], members: [] });
});

test('[TEAM-23] only the join file has the key of a new member, readable by this user only', async () => {
  const path = teamFile();
  const joinFile = join(temporaryDirectory(), 'ben.join.json');
  const { code, stdout, stderr } = await team(
    'add-member',
    'ben',
    '--role',
    'desk',
    '--name',
    "Ben's desk",
    '--team-file',
    path,
    '--join-file',
    joinFile,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { key, ...others } = JSON.parse(readFileSync(joinFile, 'utf8')) as Readonly<Record<string, unknown>>;
  expect(key).toMatch(/^SU[A-Z2-7]{56}$/);
  expect(others).toMatchObject({
    log: 'k3v9k3v9',
    member: 'ben',
    name: "Ben's desk",
    mayHold: true,
    authorities: null,
  });
  const config = await team('create', '--print-config', '--team-file', path);
  for (const text of [stdout, config.stdout, readFileSync(path, 'utf8')]) expect(text).not.toContain(key);
  expect(config.stdout).not.toContain(TEAM.adminKey);
  for (const file of [path, joinFile].slice(process.platform === 'win32' ? 2 : 1))
    expect(statSync(file).mode & 0o077).toBe(0);
});

test('[TEAM-180] the configuration of three servers has TLS, a cluster, and the users with their rights', () => {
  const servers = ['tls://nats1.example.com:4333', 'tls://nats2.example.com:4333', 'tls://nats3.example.com:4333'];
  const members = [{ member: 'wally', role: 'wall', publicKey: 'UWALLY' }] as const;
  const config = natsServerConfig({ log: 'k3v9', servers, maxBytes: 1_000_000_000, adminKey: 'UADMIN', members });
  expect(config).toContain('port: 4333\ntls {');
  expect(config).toContain(
    'routes: [nats://nats1.example.com:6222, nats://nats2.example.com:6222, nats://nats3.example.com:6222]',
  );
  expect(config).toContain('max_file: 2100000000');
  expect(config).toMatch(/From nats-server 2\.10 on[^]*\n {2}# sync_interval: always\n\}/);
  expect(config).toContain('{ nkey: UADMIN }');
  expect(config).toMatch(/\{ nkey: UWALLY, permissions: \{ publish: \["\$JS\.API\.STREAM\.INFO\.WF_k3v9"/);
  expect(config).not.toContain('host: 127.0.0.1');
});

test.each([
  ['the member with the lease holds it', 'holds', 'anna', true],
  ['the log has its take, and it has not reported it yet', 'follows', 'anna', true],
  ['it goes on alone, because its take is not in the log', 'alone', 'ben', false],
  ['it goes on alone, and the log had its take', 'alone', 'anna', false],
  ['it takes the seat', 'takes', 'ben', false],
  ['the log names another member', 'follows', 'ben', false],
] as const)('[TEAM-202] the status of a team says whether the holder is in the log: %s', (_, seat, holder, isInLog) => {
  const members = [
    { member: 'anna', seat },
    { member: 'ben', seat: 'follows' },
  ] as const;
  expect(holdsInLog('anna', members, { holder })).toBe(isInLog);
  expect(holdsInLog('anna', members, null)).toBe(seat === 'holds');
  expect(holdsInLog(null, members, { holder })).toBe(false);
});
