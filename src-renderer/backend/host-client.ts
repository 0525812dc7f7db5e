import type { LicenceNotices } from '../../src-shared/api/licence-notices.ts';
import type { HostDescription } from '../../src-shared/api/watch.ts';
import { BackendError } from './backend-error.ts';

export interface HostClient {
  describe(): Promise<HostDescription>;
  /**
   * Reads a file that every host serves next to the page. Separate from `describe` because it is large and rarely read.
   */
  licenceNotices(): Promise<LicenceNotices>;
}

export function hostClient(describe: HostClient['describe']): HostClient {
  return { describe, licenceNotices: fetchLicenceNotices };
}

/** The host reads the file locally, so 10 s is ample. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** @throws BackendError if the file cannot be read */
async function fetchLicenceNotices(): Promise<LicenceNotices> {
  try {
    const response = await fetch('./licences.json', { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`Reading licences.json failed: HTTP ${response.status}.`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build wrote it beside this very page
    return (await response.json()) as LicenceNotices;
  } catch (cause) {
    throw new BackendError({ kind: 'no-answer' }, 'licences.json could not be read', { cause });
  }
}
