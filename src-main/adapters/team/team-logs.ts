import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { teamCaFile, type TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import type { TeamLogs } from '../../core/ports/team-log.ts';
import type { TeamKeys } from './team-keys.ts';

/** Longest share of a lease that a call may take, so that a holder notices in time that the log does not answer. */
const CALL_SHARE = 1 / 3;
/** A keychain may wait for its user. */
const READ_KEY_MS = 60_000;

interface TeamLogsOptions {
  readonly keys: TeamKeys;
  /** Called with each key that was read, so that the log of this process never has it. */
  readonly onSecret: (seed: string) => void;
}

export function createTeamLogs({ keys, onSecret }: TeamLogsOptions): TeamLogs {
  return {
    async open(settings, profile) {
      const { createNatsTeamLog } = await import('./nats-team-log.ts');
      const { log, servers, member, leaseSeconds } = settings;
      return createNatsTeamLog({
        log,
        servers,
        member,
        seed: seedReader(keys, profile.id, settings, onSecret),
        caFile: teamCaFile(settings, profile),
        timeoutMs: Math.floor(leaseSeconds * 1_000 * CALL_SHARE),
      });
    },
  };
}

/** Reads the key until that succeeds: a keychain that is not available must not keep the watch from opening. */
function seedReader(keys: TeamKeys, id: ProfileId, settings: TeamSettings, onSecret: (seed: string) => void) {
  let seed: string | null = null;
  return async () => {
    seed ??= await keys.read(id, settings, AbortSignal.timeout(READ_KEY_MS));
    if (seed !== null) onSecret(seed);
    return seed;
  };
}
