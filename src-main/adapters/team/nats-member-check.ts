/** Tries whether a member can do on the NATS servers what its role needs. Leaves nothing in the log. */
import { randomBytes } from 'node:crypto';

import type { LogAppend, LogStatus, MemberCheck, TeamLog } from '../../core/ports/team-log.ts';
import { NatsTeamConnection, NoAnswer, type NatsServers } from './nats-connection.ts';
import type { RightsRole } from './nats-rights.ts';
import { createNatsTeamLog } from './nats-team-log.ts';

/** The oldest version that was tried: `docs/team.md` "From nothing to two desks". */
const OLDEST_VERSION = { major: 2, minor: 9 };
/** No entry has this position, so an append after it is refused by the log, if not by the rights before. */
const NEVER_LAST = Number.MAX_SAFE_INTEGER;

/** Waits at most a few times `servers.timeoutMs`. @throws the signal's reason */
export async function checkNatsMember(
  servers: NatsServers,
  log: string,
  role: RightsRole,
  signal: AbortSignal,
): Promise<MemberCheck> {
  const version = await serverVersion(servers, signal);
  if (typeof version !== 'string') return version;
  if (isTooOld(version)) return { kind: 'too-old', version };
  const { timeoutMs } = servers;
  const teamLog = createNatsTeamLog({ ...servers, log });
  try {
    const status = await teamLog.status(signal);
    if (status.kind === 'no-answer') return { kind: 'no-right', to: 'read' };
    if (status.kind !== 'reached') return status;
    const mayReadLease = (await teamLog.lease('seat').read(signal)) !== 'no-answer';
    if (!mayReadLease || !(await mayRead(teamLog, status, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))))
      return { kind: 'no-right', to: 'read' };
    const may = async (lane: LogAppend['lane']) => {
      const id = randomBytes(16).toString('hex');
      return (await teamLog.append({ lane, id, text: '{}', after: NEVER_LAST }, signal)).kind === 'not-last';
    };
    if (role !== 'wall' && !(await may('actions'))) return { kind: 'no-right', to: 'act' };
    if (role === 'stand-by' && !((await may('chain')) && (await may('offers'))))
      return { kind: 'no-right', to: 'hold' };
    return status;
  } finally {
    await teamLog.close();
  }
}

/** A reader without its rights waits for ever. */
async function mayRead(
  log: Pick<TeamLog, 'read'>,
  { first, last }: Extract<LogStatus, { kind: 'reached' }>,
  signal: AbortSignal,
): Promise<boolean> {
  if (last < first) return true;
  for await (const { position } of log.read(last, signal)) return position >= last;
  return false;
}

async function serverVersion(servers: NatsServers, signal: AbortSignal): Promise<string | MemberCheck> {
  const connection = new NatsTeamConnection(servers);
  try {
    return await connection.call(async (connected) => connected.connection.info?.version ?? '0', signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NoAnswer)) throw error;
    return { kind: error.isRefused ? 'refused' : 'no-answer', detail: error.message };
  } finally {
    await connection.close();
  }
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST_VERSION.major || (major === OLDEST_VERSION.major && minor < OLDEST_VERSION.minor);
}
