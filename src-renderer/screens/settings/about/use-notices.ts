/** The licence notices. They are read when somebody opens them, and again when the host is back. */
import { useEffect, useState } from 'react';
import type { Notices } from '../../../../src-shared/api/notices.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

export function useNotices(): { notices: Notices | null; trouble: Error | null } {
  const { host } = useStores().backend;
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const [notices, setNotices] = useState<Notices | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  useEffect(() => {
    if (!isAnswering) return;
    setTrouble(null);
    host.notices().then(setNotices, (error: unknown) => setTrouble(asError(error)));
  }, [host, isAnswering]);
  return { notices, trouble };
}
