/** Opens the log of a team on its NATS servers. Their client is loaded only then. */
import type { TeamLogs } from '../../core/ports/team-log.ts';

/** Longest share of a lease that a call may take, so that a holder notices in time that the log does not answer. */
const CALL_SHARE = 1 / 3;

export function createTeamLogs(): TeamLogs {
  return {
    async open({ log, servers, member, leaseSeconds }, { caFile }) {
      const { createNatsTeamLog } = await import('./nats-team-log.ts');
      const timeoutMs = Math.floor(leaseSeconds * 1_000 * CALL_SHARE);
      return createNatsTeamLog({ log, servers, member, seed: null, caFile: caFile ?? null, timeoutMs });
    },
  };
}
