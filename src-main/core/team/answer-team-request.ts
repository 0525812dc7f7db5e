import type { TeamAnswer, TeamReport, TeamRequest } from '../../../src-shared/api/team-requests.ts';
import type { HandedOver, Published, TakenOver } from '../../../src-shared/domain/team.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Log } from '../ports/log.ts';

interface Answering {
  handOver(to: string, signal: AbortSignal): Promise<HandedOver>;
  takeOver(reason: string, signal: AbortSignal): Promise<TakenOver>;
  publish(): Promise<Published>;
  report(): Promise<TeamReport>;
}

export async function answerTeamRequest(
  team: Answering,
  log: Pick<Log, 'error'>,
  request: TeamRequest,
  signal: AbortSignal,
): Promise<TeamAnswer> {
  try {
    switch (request.team) {
      case 'status':
        return { kind: 'team-status', report: await team.report() };
      case 'hand-over':
        return { kind: 'handed-over', outcome: await team.handOver(request.to, signal) };
      case 'take-over':
        return { kind: 'taken-over', outcome: await team.takeOver(request.reason, signal) };
      case 'publish':
        return { kind: 'published', outcome: await team.publish() };
      default:
        return assertNever(request);
    }
  } catch (error) {
    log.error('a command for the team failed', { error });
    return { kind: 'failed' };
  }
}
