/** Reads the licence notices when the section opens, and again after a lost connection to the host. */
import { useEffect, useState } from 'react';
import type { LicenceNotices } from '../../../../src-shared/api/licence-notices.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

interface LicenceNoticesState {
  readonly notices: LicenceNotices | null;
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
