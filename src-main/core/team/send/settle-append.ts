/** Appends to the chain and waits until the log says what became of it (TEAM-4). */
import type { Clock } from '../../ports/clock.ts';
import type { AppendAnswer, TeamLog } from '../../ports/team-log.ts';
import { appendOutcome, type AppendOutcome, type ChainAppend, type Writer } from '../next-append.ts';
import type { TeamReader } from '../team-reader.ts';

interface SettleOptions {
  readonly log: Pick<TeamLog, 'append' | 'status'>;
  readonly clock: Clock;
  readonly reader: TeamReader;
  readonly writer: Writer;
  /** How long to wait for an entry that the engine has, before asking again. */
  readonly readBackMs: number;
  /** False if the member gives up: it is alone, or its lease has ended. */
  readonly isStillWanted: () => boolean;
}

const RETRY_MS = 100;

type Refused = Extract<AppendAnswer, { kind: 'refused' }>;

type SettledAppend =
  | Exclude<AppendOutcome, 'waiting'>
  /** Not decided; may be stored later. */
  | 'given-up'
  | Refused;

export async function settleAppend(
  { log, clock, reader, writer, readBackMs, isStillWanted }: SettleOptions,
  append: ChainAppend,
  signal: AbortSignal,
): Promise<SettledAppend> {
  const outcome = () => appendOutcome(reader.state, writer, append);
  for (;;) {
    const answer = await log.append(append.append, signal);
    if (answer.kind === 'refused') return answer;
    const end = await endAfter(log, answer, signal);
    const isRead = ({ position }: { readonly position: number }) => position >= (end ?? 0) || outcome() !== 'waiting';
    await reader.until(isRead, readBackMs, signal);
    signal.throwIfAborted();
    const decided = outcome();
    if (decided !== 'waiting') return decided;
    if (!isStillWanted()) return 'given-up';
    await clock.sleep(RETRY_MS, signal);
  }
}

/** Returns the position up to which the log has to be read to know more; null if the engine does not answer. */
async function endAfter(
  log: Pick<TeamLog, 'status'>,
  answer: AppendAnswer,
  signal: AbortSignal,
): Promise<number | null> {
  if (answer.kind === 'appended') return answer.position;
  const status = await log.status(signal);
  return status.kind === 'reached' ? status.last : null;
}
