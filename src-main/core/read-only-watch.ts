/**
 * A watch on a store that this user cannot write. Everything stored can be read. Nothing is received, because it could
 * not be stored: the stream is `stopped`, and `storage` holds the reason.
 */
import type { AppError } from '../../src-shared/api/errors.ts';
import { openReaderWatch, type ReaderWatchParts } from './reader-watch.ts';
import type { Watch } from './watch.ts';
import type { WatchPorts } from './watch-ports.ts';

export function readOnlyWatch(ports: WatchPorts, parts: ReaderWatchParts, cause: AppError): Promise<Watch> {
  const refuse = async (): Promise<never> => {
    throw cause;
  };
  return openReaderWatch(ports, parts, {
    stopping: new AbortController(),
    cause,
    storage: { kind: 'read-only', error: cause.data },
    addActions: refuse,
    markSeen: refuse,
    acknowledgeAlarms: refuse,
    alarmOpened() {},
    retryNow() {},
    unacknowledged: () => 0,
    condition: () => null,
    run: async () => undefined,
  });
}
