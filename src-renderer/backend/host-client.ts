/** Asks the host for its description and for the licence notices. */
import type { Notices } from '../../src-shared/api/notices.ts';
import type { HostDescription } from '../../src-shared/api/watch.ts';
import { BackendError } from './backend-error.ts';

export interface HostClient {
  describe(): Promise<HostDescription>;
  /** Reads a file that every host serves next to the page. It is not part of `describe`, because it is large and rarely read. */
  notices(): Promise<Notices>;
}

export function hostClient(describe: HostClient['describe']): HostClient {
  return { describe, notices: readNotices };
}

/** The host reads it from memory or disk of this computer. */
const ANSWERS_WITHIN_MS = 10_000;

/** @throws BackendError */
async function readNotices(): Promise<Notices> {
  try {
    const response = await fetch('./licences.json', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    if (!response.ok) throw new Error(`licences.json was answered with ${response.status}.`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build wrote it beside this very page
    return (await response.json()) as Notices;
  } catch (cause) {
    throw new BackendError({ kind: 'no-answer' }, 'licences.json was not read', { cause });
  }
}
