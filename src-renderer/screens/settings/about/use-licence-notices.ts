/** Reads the licence notices when the operator opens them, and again after the connection to the host was lost. */
import { useEffect, useState } from 'react';
import type { LicenceNotices } from '../../../../src-shared/api/licence-notices.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

interface LicenceNoticesState {
  /** `null` until they were read. */
  readonly notices: LicenceNotices | null;
  /** Error of the newest read. */
  readonly trouble: Error | null;
}

export function useLicenceNotices(): LicenceNoticesState {
  const { host } = useStores().backend;
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const [read, setRead] = useState<LicenceNoticesState>({ notices: null, trouble: null });
  useEffect(() => {
    if (!isAnswering) return;
    host.licenceNotices().then(
      (notices) => setRead({ notices, trouble: null }),
      (error: unknown) => setRead(({ notices }) => ({ notices, trouble: asError(error) })),
    );
  }, [host, isAnswering]);
  return read;
}
