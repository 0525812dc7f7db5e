/** `watchfloor team create` and `team add-member`: what the administrator of the NATS servers does. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TeamJoinFile } from '../../../../src-shared/domain/profile/team-join-file.ts';
import { rightsRole, type TeamSettings } from '../../../../src-shared/domain/profile/team-settings.ts';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';
import { processSecrets } from '../../process-secrets.ts';
import { badArgument } from '../outlets/outlet-options.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import {
  readTeamFile,
  TWO_SERVERS,
  teamFileExists,
  type TeamFile,
  type TeamFileMember,
  writeTeamFile,
} from './team-file.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

export interface CreateOptions {
  readonly servers?: readonly string[];
  readonly teamFile: string;
  readonly caFile?: string;
  readonly leaseSeconds: number;
  readonly maxBytes: number;
  readonly keepDays: number;
  readonly printConfig?: true;
}

const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 20;
/** Servers of a new cluster elect a leader first. */
const SET_UP_MS = 6_000;

/** The first run makes the administrator's key, which no server can know yet. Later runs make the log. */
export async function createTeam(terminal: Terminal, options: CreateOptions): Promise<void> {
  const { teamFile: path, printConfig } = options;
  if (printConfig === true) {
    if (!teamFileExists(path)) throw badArgument(`There is no team file ${resolve(path)} yet. ${MAKE_FIRST}`);
    terminal.stdout.write(await configText(await readTeamFile(path)));
    return;
  }
  if (!teamFileExists(path)) {
    await writeTeamFile(path, await newTeam(options));
    printLine(
      terminal,
      terminalText(`Made ${resolve(path)}. It has the key of the administrator: keep it secret. Next: ${ADD_MEMBER}.`),
    );
    return;
  }
  const team = await existingTeam(path, options);
  const problem = await setUp(team, terminal.stopSignal());
  if (problem !== null) {
    reportLine(terminal, terminalText(`watchfloor: The log is not made yet: ${problem}`));
    terminal.exitCode = 1;
    return;
  }
  const next = team.members.length === 0 ? ADD_MEMBER : 'watchfloor team join FILE --profile PROFILE, for each member';
  printLine(terminal, `The log ${team.log} of the team is ready. Next: ${next}.`);
}

const ADD_MEMBER = 'watchfloor team add-member MEMBER --role desk';
const MAKE_FIRST = 'Make it with: watchfloor team create --servers URL';

async function newTeam({ servers, leaseSeconds, maxBytes, keepDays, caFile }: CreateOptions): Promise<TeamFile> {
  if (servers === undefined) throw badArgument('A new team needs --servers, such as tls://nats1.example.com:4222.');
  if (servers.length === 2) throw badArgument(TWO_SERVERS);
  const { createNatsKey } = await import('../../../adapters/team/nats-keys.ts');
  const adminKey = createNatsKey().seed;
  processSecrets.add(adminKey);
  const log = Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
  return {
    watchfloorTeam: 1,
    log,
    servers: [...servers],
    leaseSeconds,
    maxBytes,
    keepDays,
    caFile: caFile === undefined ? null : resolve(caFile),
    adminKey,
    members: [],
  };
}

/** Another team at the same place is a mistake. @throws AppError BAD_ARGUMENT */
async function existingTeam(path: string, { servers }: CreateOptions): Promise<TeamFile> {
  const team = await readTeamFile(path);
  if (servers !== undefined && servers.toSorted().join() !== team.servers.toSorted().join())
    throw badArgument(
      `${resolve(path)} is of the team on ${team.servers.join(', ')}. For another team, name another file with --team-file.`,
    );
  return team;
}

/** Returns what is missing, or null when the log is there. */
async function setUp(team: TeamFile, signal: AbortSignal): Promise<string | null> {
  const { setUpNatsTeam } = await import('../../../adapters/team/nats-team-setup.ts');
  const { log, servers, caFile, adminKey: seed, maxBytes, keepDays, leaseSeconds } = team;
  const connection = { servers, member: 'administrator', seed, caFile, timeoutMs: SET_UP_MS };
  const limits = {
    log,
    replicas: servers.length >= 3 ? 3 : 1,
    maxBytes,
    maxAgeMs: keepDays * DAY_MS,
    leaseMs: leaseSeconds * 1_000,
  };
  try {
    await setUpNatsTeam(connection, limits, signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    const detail = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof Error && 'isRefused' in error && error.isRefused === true;
    const what = isRefused ? 'the servers refuse the key of the administrator' : `${servers.join(', ')}: ${detail}`;
    return `${what}. Give the servers the configuration that "watchfloor team create --print-config" prints, start them or reload it, and run this command again.`;
  }
}

async function configText(team: TeamFile): Promise<string> {
  const [{ natsServerConfig }, { natsPublicKey }] = await Promise.all([
    import('../../../adapters/team/nats-server-config.ts'),
    import('../../../adapters/team/nats-keys.ts'),
  ]);
  return natsServerConfig({
    ...team,
    adminKey: natsPublicKey(team.adminKey) ?? '',
    members: team.members.map((one) => ({ ...one, role: rightsRole(one) })),
  });
}

export interface AddMemberOptions {
  readonly role: TeamSettings['role'];
  readonly hold: boolean | undefined;
  readonly displayName?: string;
  readonly teamFile: string;
  readonly joinFile?: string;
}

/** The key is in the join file only. */
export async function addMember(terminal: Terminal, member: string, options: AddMemberOptions): Promise<void> {
  const { role, hold, teamFile: path } = options;
  if (role === 'wall' && hold === true) throw badArgument('A wall screen never holds the seat: leave out --may-hold.');
  const team = await readTeamFile(path);
  if (team.members.some((one) => one.member === member))
    throw badArgument(`The team has a member "${member}" already. A key is shown once: choose another name.`);
  const joinFile = resolve(options.joinFile ?? `${member}.join.json`);
  if (teamFileExists(joinFile)) throw badArgument(`${joinFile} exists already. Name another file with --join-file.`);
  const authorities = await authoritiesOf(team);
  const { createNatsKey } = await import('../../../adapters/team/nats-keys.ts');
  const { publicKey, seed } = createNatsKey();
  processSecrets.add(seed);
  const name = options.displayName ?? member;
  const added: TeamFileMember = { member, name, role, mayHold: role !== 'wall' && hold !== false, publicKey };
  const { log, servers, leaseSeconds } = team;
  const { mayHold } = added;
  const join: TeamJoinFile = {
    watchfloorTeam: 1,
    log,
    servers,
    member,
    name,
    role,
    mayHold,
    leaseSeconds,
    key: seed,
    authorities,
  };
  // The join file first: a member that is in the team file cannot be added again, and its key would be lost.
  await writeFileAtomically(joinFile, `${JSON.stringify(join, null, 2)}\n`);
  await writeTeamFile(path, { ...team, members: [...team.members, added] });
  await printAdded(terminal, log, added, joinFile);
}

async function printAdded(terminal: Terminal, log: string, added: TeamFileMember, joinFile: string): Promise<void> {
  const { natsRightsOf, natsUserEntry } = await import('../../../adapters/team/nats-rights.ts');
  const { member, publicKey } = added;
  printLine(terminal, `Added ${member}. For the users of the servers (or: watchfloor team create --print-config):`);
  printLine(terminal, `  ${natsUserEntry(publicKey, natsRightsOf(log, member, rightsRole(added)))}`);
  printLine(
    terminal,
    terminalText(
      `Once the servers have it, run there: watchfloor team join ${joinFile} --profile FILE. The file has the key of this member: hand it over secretly, and delete it when the member has joined.`,
    ),
  );
}

async function authoritiesOf({ caFile }: TeamFile): Promise<string | null> {
  if (caFile === null) return null;
  return readFile(caFile, 'utf8').catch(() => {
    throw badArgument(`The file with the certificate authorities, ${caFile}, cannot be read.`);
  });
}
