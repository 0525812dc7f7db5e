/** Gives the command line and the page what a join file needs: the servers, the store and the vault of a data folder. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appError } from '../../src-shared/api/errors.ts';
import { rightsRole } from '../../src-shared/domain/profile/team-settings.ts';
import { writeFileAtomically } from '../adapters/files/atomic-file.ts';
import { readPlainText } from '../adapters/files/plain-file.ts';
import { MAX_PROFILE_BYTES } from '../adapters/profile/profile-file.ts';
import { openEventReader } from '../adapters/sqlite/events/event-reader.ts';
import { setAsideBeforeTeam } from '../adapters/sqlite/events/files/before-team.ts';
import { isWriterLocked } from '../adapters/sqlite/events/files/writer-lock.ts';
import { type StorePaths, storePaths } from '../adapters/sqlite/store-paths.ts';
import type { TeamKeys } from '../adapters/team/team-keys.ts';
import type { JoiningMember, TeamJoins } from '../core/ports/team-log.ts';
import { processSecrets } from './process-secrets.ts';

/** For one answer. A server on the other side of the world answers within a second. */
const ANSWER_MS = 5_000;

export function createTeamJoins(dataDir: string, keys: TeamKeys): TeamJoins {
  const pathsOf = (id: Parameters<TeamJoins['store']>[0]) => storePaths(dataDir, { id, practice: false });
  return {
    onSecret: (key) => processSecrets.add(key),
    async check(member, signal) {
      const { checkNatsMember } = await import('../adapters/team/nats-member-check.ts');
      return checkNatsMember(connectionOf(member), member.team.log, rightsRole(member.team), signal);
    },
    async open(member) {
      const { createNatsTeamLog } = await import('../adapters/team/nats-team-log.ts');
      return createNatsTeamLog({ ...connectionOf(member), log: member.team.log });
    },
    async limits(member, signal) {
      const { natsLogLimits } = await import('../adapters/team/nats-log-limits.ts');
      return natsLogLimits(connectionOf(member), member.team.log, signal);
    },
    keepAuthorities: (id, authorities) => keepAuthorities(pathsOf(id), authorities),
    async store(id) {
      const { events } = pathsOf(id);
      if (!existsSync(events)) return null;
      const reader = openEventReader(events);
      try {
        const { storedEvents, newestSeq } = await reader.extent();
        return { lineage: await reader.lineage(), events: storedEvents, newestSeq };
      } finally {
        await reader.close();
      }
    },
    setAside: (id, log) => setAsideBeforeTeam(pathsOf(id), dataDir, log),
    refuseWhileWatched: (id) => refuseWhileWatched(pathsOf(id)),
    writeKey: (id, team, key, signal) => keys.write(id, team, key, signal),
    removeKey: (id) => keys.remove(id),
  };
}

const connectionOf = ({ team: { servers, member }, key, caFile }: JoiningMember) => ({
  servers,
  member,
  seed: key,
  caFile,
  timeoutMs: ANSWER_MS,
});

/** @throws AppError STORE_IN_USE */
export function refuseWhileWatched({ directory, lock }: Pick<StorePaths, 'directory' | 'lock'>): void {
  if (existsSync(directory) && isWriterLocked(lock)) throw appError('STORE_IN_USE', { path: directory });
}

async function keepAuthorities({ directory }: StorePaths, authorities: string | null) {
  if (authorities === null) return { caFile: null, undo: async () => undefined };
  const path = join(directory, 'team-ca.pem');
  const before = existsSync(path) ? await readPlainText(path, MAX_PROFILE_BYTES) : null;
  await writeFileAtomically(path, authorities);
  const undo = async () => (before === null ? rm(path, { force: true }) : writeFileAtomically(path, before));
  return { caFile: path, undo };
}
