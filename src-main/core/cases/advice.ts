/** Computes the stages of `docs/service.md` §5.6. A reminder is a stored action, so it survives a restart. */
import type { AdviceStage } from '../../../src-shared/api/cases.ts';
import type { StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { AttemptState, CaseState } from '../ports/case-projection.ts';

interface RetryRecord {
  readonly action: StoredActionEntry | null;
  readonly attempt: AttemptState | null;
}

type Progress = Omit<AdviceStage, 'stage'>;

const NOTHING: Progress = { state: 'open', at: null, by: null };

/** `attempts`: without the last one. `actions`: on the case, and on its group while the case belonged to it. */
export function adviceOf(
  state: CaseState,
  attempts: readonly AttemptState[],
  actions: readonly StoredActionEntry[],
  now: number,
): AdviceStage[] {
  const { kind, openedSeq } = state;
  if (kind === 'request' || openedSeq === null) return [];
  const since = actions
    .filter(({ afterSeq }) => afterSeq >= openedSeq)
    .toSorted((one, other) => one.number - other.number);
  const tries = triesOf([...attempts, state.run], since, openedSeq);
  const first = progressOf(tries[0]);
  // Every retry after the first belongs to the second stage. The last one counts.
  const again = progressOf(tries.length > 1 ? tries.at(-1) : undefined);
  const waited = again.state === 'open' && state.openedAt !== null ? waiting(since, now) : again;
  const packAction = lastOf(since, 'pack');
  const stages: AdviceStage[] = [
    { stage: 'retry', ...first },
    { stage: 'wait', ...waited },
    {
      stage: 'provider',
      ...(packAction === undefined ? NOTHING : { state: 'done', at: packAction.at, by: packAction.author }),
    },
  ];
  return state.openedAt === null ? stages : withDue(stages);
}

/** No stage is due while a reminder is running or while a retry may still succeed. */
function withDue(stages: readonly AdviceStage[]): AdviceStage[] {
  const due = stages.findIndex(({ state }) => state === 'open' || state === 'running');
  const hasFailedAgain = stages[due - 1]?.state === 'failed';
  return stages.map((stage, index) => {
    const isDue = index === due && stage.state === 'open' && (stage.stage !== 'provider' || hasFailedAgain);
    return isDue ? { ...stage, state: 'due' } : stage;
  });
}

/** Compares last seqs, because the first events of a long attempt are not stored. */
function further(attempts: readonly AttemptState[], openedSeq: number): AttemptState[] {
  const since = attempts.filter(({ seqs }) => (seqs.at(-1) ?? 0) >= openedSeq);
  return since.toSorted((one, other) => one.number - other.number).slice(1);
}

function triesOf(
  attempts: readonly AttemptState[],
  actions: readonly StoredActionEntry[],
  openedSeq: number,
): RetryRecord[] {
  const started = further(attempts, openedSeq).map((attempt) => ({ attempt, from: attempt.seqs[0] ?? 0 }));
  const retries = actions.filter(({ what }) => what.kind === 'retried');
  const tries: RetryRecord[] = [];
  let nextIndex = 0;
  for (const action of retries) {
    for (let next = started[nextIndex]; next !== undefined && next.from <= action.afterSeq; next = started[++nextIndex])
      join(tries, next.attempt);
    tries.push({ action, attempt: null });
  }
  for (const { attempt } of started.slice(nextIndex)) join(tries, attempt);
  return tries;
}

function join(tries: RetryRecord[], attempt: AttemptState): void {
  const last = tries.at(-1);
  if (last?.attempt === null) tries[tries.length - 1] = { ...last, attempt };
  else tries.push({ action: null, attempt });
}

function progressOf(tried: RetryRecord | undefined): Progress {
  if (tried === undefined) return NOTHING;
  const { action, attempt } = tried;
  const failed = attempt?.outcome === 'failed';
  return { state: failed ? 'failed' : 'done', at: action?.at ?? attempt?.to ?? null, by: action?.author ?? null };
}

/** A reminder is running until its time. After that the retry is open. */
function waiting(actions: readonly StoredActionEntry[], now: number): Progress {
  const action = actions.findLast(({ what }) => what.kind === 'remind' || what.kind === 'reminded');
  if (action?.what.kind !== 'remind' || action.what.at <= now) return NOTHING;
  return { state: 'running', at: action.what.at, by: action.author };
}

function lastOf(
  actions: readonly StoredActionEntry[],
  kind: StoredActionEntry['what']['kind'],
): StoredActionEntry | undefined {
  return actions.findLast(({ what }) => what.kind === kind);
}
