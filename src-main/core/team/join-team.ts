/** Makes a store that of a member: compares it with the log before anything is read into it. */
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { LogStatus, TeamLog } from '../ports/team-log.ts';
import type { TeamStore } from '../ports/team-store.ts';
import { applyEntry } from './apply-entry.ts';
import { EMPTY_TEAM_STATE, storedState, type TeamState } from './team-state.ts';

interface JoinOptions {
  readonly settings: { readonly member: string };
  readonly teamLog: TeamLog;
  readonly clock: Clock;
  readonly team: TeamStore;
  readonly reader: Pick<EventReader, 'lineage' | 'extent'>;
  readonly service: string;
  /** True if the user wants that the log, which was made again, gets what this store has. */
  readonly mayFill: () => boolean;
}

export interface Joined {
  readonly state: TeamState;
  readonly lineage: string;
  /** `LogIdentity.created` */
  readonly created: string;
  /** Newest seq of a store that starts the log with its lineage; null otherwise. */
  readonly history: number | null;
}

export type JoinProblem =
  | Exclude<LogStatus, { kind: 'reached' }>
  /** The store belongs to another log, or to this one before it was made again (TEAM-19). */
  | { readonly kind: 'other-log' }
  | { readonly kind: 'other-service' }
  /** The store has events from before the team. */
  | { readonly kind: 'other-lineage' };

const RETRY_MS = 1_000;

export async function joinTeam(
  options: JoinOptions,
  onProblem: (problem: JoinProblem) => void,
  signal: AbortSignal,
): Promise<Joined> {
  const { settings, teamLog, clock, team, service } = options;
  for (;;) {
    signal.throwIfAborted();
    const status = await teamLog.status(signal);
    if (status.kind === 'reached') {
      const started = await teamOf(options, status, signal);
      const { lineage, service: logService, history } = started;
      const followed =
        logService !== null && logService !== service
          ? ({ kind: 'other-service' } as const)
          : await team.follow({ log: status.identity, lineage, member: settings.member });
      if (followed.kind === 'follows') {
        const { created } = status.identity;
        return { state: storedState(followed.progress), lineage, created, history };
      }
      if (followed.kind === 'other-log' && followed.log.id === status.identity.id) {
        const through = await firstSeqs(options, started);
        if (through !== null) {
          await team.startAgain(through);
          continue;
        }
      }
      onProblem({ kind: followed.kind });
    } else onProblem(status);
    await clock.sleep(RETRY_MS, signal);
  }
}

interface StartedTeam {
  readonly lineage: string;
  readonly service: string | null;
  /** `Joined.history` */
  readonly history: number | null;
  /** Newest seq of the store that started the log; null if none did, or it is not known. */
  readonly through: number | null;
}

/** Returns the newest seq that a log, which was made again, shares with this store; null if they share none. */
async function firstSeqs(
  { reader, mayFill }: JoinOptions,
  { lineage, service, history, through }: StartedTeam,
): Promise<number | null> {
  const isEmpty = service === null;
  if (isEmpty) return mayFill() ? (history ?? 0) : null;
  return lineage === (await reader.lineage()) ? through : null;
}

/** A store with events gives its lineage to the log that it starts. If the first take has expired, a base has it. */
async function teamOf(
  { teamLog, reader }: JoinOptions,
  status: Extract<LogStatus, { kind: 'reached' }>,
  signal: AbortSignal,
): Promise<StartedTeam> {
  const { id, created } = status.identity;
  const first = await firstTake(teamLog, status, signal);
  if (first !== null) return { ...first, history: null };
  const base =
    status.first === 1 ? undefined : (await teamLog.bases.list(signal)).find((one) => one.created === created);
  if (base !== undefined) return { ...base, history: null, through: null };
  const { newestSeq } = await reader.extent();
  return newestSeq > 0
    ? { lineage: await reader.lineage(), service: null, history: newestSeq, through: null }
    : { lineage: `team-${id}-${created}`.slice(0, 80), service: null, history: null, through: null };
}

/** Returns what the first take of the log says. Null if there is none yet, or if it has expired. @throws the signal's reason */
export async function firstTake(
  teamLog: Pick<TeamLog, 'read'>,
  { first, last }: Extract<LogStatus, { kind: 'reached' }>,
  signal: AbortSignal,
): Promise<{ readonly lineage: string; readonly service: string; readonly through: number | null } | null> {
  const ends = new AbortController();
  let state = EMPTY_TEAM_STATE;
  if (first === 1 && last > 0)
    for await (const entry of teamLog.read(1, AbortSignal.any([signal, ends.signal]))) {
      const result = applyEntry(state, entry);
      if (result.kind === 'applied') ({ state } = result);
      if (state.lineage !== '' || entry.position >= last) break;
    }
  ends.abort(new Error('the first take was read'));
  signal.throwIfAborted();
  const { lineage, holder, history } = state;
  if (lineage === '' || holder === null) return null;
  return { lineage, service: holder.service, through: history?.through ?? null };
}
