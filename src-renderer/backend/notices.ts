/** The licence notices, a file beside the page: both hosts serve it, and it is read only when somebody looks. */
import type { Notices } from '../../src-shared/api/notices.ts';
import { BackendError } from './backend-error.ts';

/** It comes from this computer's memory or disk. */
const ANSWERS_WITHIN_MS = 10_000;

/** @throws BackendError */
export async function readNotices(): Promise<Notices> {
  try {
    const response = await fetch('./licences.json', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    if (!response.ok) throw new Error(`licences.json was answered with ${response.status}.`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build wrote it beside this very page
    return (await response.json()) as Notices;
  } catch (cause) {
    throw new BackendError({ kind: 'no-answer' }, 'licences.json was not read', { cause });
  }
}
