/** Reads the licence notices when the operator opens them, and again after the connection to the host was lost. */
import { useEffect, useState } from 'react';
import type { Notices } from '../../../../src-shared/api/notices.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

interface ReadNotices {
  /** `null` until they were read. */
  readonly notices: Notices | null;
  /** Error of the newest read. */
  readonly trouble: Error | null;
}

export function useNotices(): ReadNotices {
  const { host } = useStores().backend;
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const [read, setRead] = useState<ReadNotices>({ notices: null, trouble: null });
  useEffect(() => {
    if (!isAnswering) return;
    host.notices().then(
      (notices) => setRead({ notices, trouble: null }),
      (error: unknown) => setRead(({ notices }) => ({ notices, trouble: asError(error) })),
    );
  }, [host, isAnswering]);
  return read;
}
