/** Shows what another process on this computer stores, and hands actions to it. Connects to nothing itself. */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { AskedOfWriter } from '../ports/writer-processes.ts';
import { openReaderWatch, type OtherWriter, type ReaderWatchParts } from '../reader-watch.ts';
import type { Watch } from '../watch.ts';
import type { WatchPorts } from '../watch-ports.ts';
import { nextKnown, viewedStream, type WriterContact } from './viewed-writer.ts';

/** A commit of the other process is on the page within 1 s. At 250 ms each process used 2 to 3 % of a core. */
const POLL_INTERVAL_MS = 400;

export async function viewerWatch(ports: WatchPorts, parts: ReaderWatchParts): Promise<Watch> {
  const { clock, log, writerProcesses } = ports;
  const { storeIdentity } = parts;
  const cause = appError('VIEWER_ONLY', {});
  const stopping = new AbortController();
  const signal = stopping.signal;
  let known: Parameters<typeof nextKnown>[0] = { writer: { kind: 'unknown', since: clock.now() }, missingSince: null };
  const viewed = () => (known.writer.kind === 'answers' ? known.writer.status.snapshot : null);

  async function contact(): Promise<WriterContact> {
    try {
      const answer = await writerProcesses.ask(storeIdentity, { viewer: 'status' }, signal);
      return answer === null ? { kind: 'none' } : { kind: 'answer', answer };
    } catch (error) {
      if (!signal.aborted && !(error instanceof AppError))
        log.warn('the process that watches cannot be asked', { error });
      return { kind: 'silent' };
    }
  }

  function writerOf(committed: ChangeSignal): OtherWriter {
    async function order(request: AskedOfWriter): Promise<void> {
      const answer = await writerProcesses.ask(storeIdentity, request, signal);
      if (answer === null) throw cause;
      if (answer.kind === 'refused') throw new AppError(answer.error);
      if (answer.kind !== 'done') throw new Error(`The process that watches answered with ${answer.kind}.`);
      committed.notify();
    }

    function orderInBackground(request: AskedOfWriter): void {
      order(request).catch((error: unknown) => {
        if (!signal.aborted)
          log.warn('the process that watches did not do what was asked', { asked: request.viewer, error });
      });
    }

    return {
      addActions: (actions) => order({ viewer: 'add-actions', actions: [...actions] }),
      markSeen: (ranges, seen) => order({ viewer: 'mark-seen', ranges, seen }),
      acknowledgeAlarms: (alarms) => order({ viewer: 'acknowledge-alarms', alarms: [...alarms] }),
      // In the background, because the alarm must open here even if that process hangs.
      alarmOpened: (alarm) => orderInBackground({ viewer: 'open-alarm', alarm }),
      retryNow: () => orderInBackground({ viewer: 'retry' }),
      unacknowledged: () => viewed()?.alarms.unseen ?? 0,
      condition: () => viewed()?.store ?? null,
      async run(state) {
        state.setViewed(viewedStream(known.writer), null);
        let shown = '';
        while (!signal.aborted) {
          known = nextKnown(known, await contact(), clock.now());
          if (known.writer.kind === 'answers') {
            const { commits, snapshot } = known.writer.status;
            const stored = `${commits} ${snapshot.alarms.unseen}`;
            if (stored !== shown) committed.notify();
            shown = stored;
          }
          state.setViewed(viewedStream(known.writer), viewed());
          await clock.sleep(POLL_INTERVAL_MS, signal).catch(() => undefined);
        }
      },
    };
  }

  return openReaderWatch(ports, parts, { stopping, cause, storage: { kind: 'viewing' }, writerOf });
}
