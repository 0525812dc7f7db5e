/** Sends what the first member's store had before the team. After a restart it goes on where the log is. */
import type { ChangeSignal } from '../../lib/change-signal.ts';
import { firstChange } from '../../lib/first-change.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LogAppend, TeamLog } from '../../ports/team-log.ts';
import type { TeamStore } from '../../ports/team-store.ts';
import { historyAppend } from '../next-append.ts';
import { MAX_RECORD_EVENTS } from '../team-records.ts';
import type { TeamState } from '../team-state.ts';

interface HistorySenderOptions {
  readonly teamLog: Pick<TeamLog, 'append'>;
  readonly clock: Clock;
  readonly team: Pick<TeamStore, 'nextHistory'>;
  readonly member: string;
  readonly state: () => TeamState;
  readonly read: ChangeSignal;
  /** Called with an event or an action that no entry can take: the team does not get it. */
  readonly onTooLarge: (append: Pick<LogAppend, 'lane' | 'id'>) => void;
  readonly wanted: ChangeSignal;
}

/** Pause before a part is sent again: the log is full, or does not answer. */
const RETRY_MS = 1_000;

/** Runs until the signal is aborted. @throws errors of the store */
export async function sendHistory(options: HistorySenderOptions, signal: AbortSignal): Promise<void> {
  const { teamLog, team, member, state, read, wanted, onTooLarge } = options;
  let limit = MAX_RECORD_EVENTS;
  while (!signal.aborted) {
    const seen = [read, wanted].map((one) => [one, one.revision] as const);
    const { history, lineage } = state();
    const isOwn = history?.by === member;
    const next = isOwn ? await team.nextHistory(history.place, history.through, Math.max(1, limit)) : null;
    if (!isOwn || next === null) {
      await firstChange(options.clock, isOwn ? seen.slice(1) : seen, Number.POSITIVE_INFINITY, signal);
      continue;
    }
    const isLeftOut = limit === 0;
    const append = historyAppend(member, history.part + 1, isLeftOut ? { ...next, ...NOTHING } : next, lineage);
    const answer = await teamLog.append(append, signal);
    if (answer.kind === 'refused' && answer.why === 'too-large' && !isLeftOut) limit = Math.floor(limit / 2);
    else {
      if (isLeftOut && answer.kind === 'appended') onTooLarge(append);
      await untilRead(options, history.part + 1, answer.kind === 'appended', signal);
      limit = MAX_RECORD_EVENTS;
    }
  }
}

const NOTHING = { events: [], actions: [], spans: { sessions: [], gaps: [] } };

/** Waits until the part was read back, for one retry time. Always waits so long if the log did not take the part. */
async function untilRead(
  { clock, read, state }: Pick<HistorySenderOptions, 'clock' | 'read' | 'state'>,
  part: number,
  isAppended: boolean,
  signal: AbortSignal,
): Promise<void> {
  const end = clock.elapsed() + RETRY_MS;
  const isRead = () => isAppended && (state().history?.part ?? part) >= part;
  for (let left = RETRY_MS; left > 0 && !isRead() && !signal.aborted; left = end - clock.elapsed())
    await firstChange(clock, [[read, read.revision]], left, signal);
}
