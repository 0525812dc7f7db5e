import { useEffect, useState } from 'react';
import type { LicenceNotices } from '../../../../src-shared/api/licence-notices.ts';
import { asError, BackendError } from '../../../backend/backend-error.ts';
import { useWatch } from '../../../stores/use-stores.ts';

interface LicenceNoticesState {
  readonly notices: LicenceNotices | null;
  readonly trouble: Error | null;
}

export function useLicenceNotices(): LicenceNoticesState {
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const [read, setRead] = useState<LicenceNoticesState>({ notices: null, trouble: null });
  useEffect(() => {
    if (!isAnswering) return;
    fetchLicenceNotices().then(
      (notices) => setRead({ notices, trouble: null }),
      (error: unknown) => setRead(({ notices }) => ({ notices, trouble: asError(error) })),
    );
  }, [isAnswering]);
  return read;
}

/** The host reads the file locally, so 10 s is ample. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Reads a file that every host serves next to the page. @throws BackendError if the file cannot be read */
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
