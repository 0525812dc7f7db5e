import { AppError, type AppErrorData, appError } from '../../../src-shared/api/errors.ts';
import type { ViewedStatus, ViewerRequest } from '../../../src-shared/api/viewer-requests.ts';
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import type { InboxAnswer } from '../../../src-shared/api/inbox.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { EventWriter } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { Watch } from '../watch.ts';

interface AnsweringParts {
  readonly watch: Pick<Watch, 'snapshot' | 'retryNow' | 'markSeen' | 'alarms'>;
  readonly writer: Pick<EventWriter, 'addActions'>;
  readonly committed: ChangeSignal;
  /** Begins to stop the watch and shows it as a viewer afterwards. Null if this process has no page. */
  readonly release: (() => void) | null;
  readonly log: Log;
}

export async function answerViewer(parts: AnsweringParts, request: ViewerRequest): Promise<InboxAnswer> {
  try {
    return await answer(parts, request);
  } catch (error) {
    if (error instanceof AppError) return refused(error.data);
    parts.log.error('a request of a viewer failed', { error });
    return { kind: 'failed' };
  }
}

async function answer(
  { watch, writer, committed, release }: AnsweringParts,
  request: ViewerRequest,
): Promise<InboxAnswer> {
  switch (request.viewer) {
    case 'status':
      return { kind: 'viewed', status: viewedStatus(watch.snapshot(), committed.revision) };
    case 'add-actions':
      await writer.addActions(request.actions);
      committed.notify();
      return DONE;
    case 'mark-seen':
      await watch.markSeen(request.ranges, request.seen);
      return DONE;
    case 'acknowledge-alarms':
      await watch.alarms.acknowledge(request.alarms);
      return DONE;
    case 'open-alarm':
      await watch.alarms.open(request.alarm);
      return DONE;
    case 'retry':
      watch.retryNow();
      return DONE;
    case 'release':
      if (release === null) return refused(appError('TAKE_OVER_FAILED', { problem: 'no-page' }).data);
      release();
      return DONE;
    default:
      return assertNever(request);
  }
}

const DONE = { kind: 'done' } as const;

const refused = (error: AppErrorData): InboxAnswer => ({ kind: 'refused', error });

function viewedStatus(snapshot: WatchSnapshot, commits: number): ViewedStatus {
  const { stream } = snapshot;
  if (!('cause' in stream) || stream.cause === null) return { commits, snapshot };
  return { commits, snapshot: { ...snapshot, stream: { ...stream, cause: { ...stream.cause, answer: null } } } };
}
