/** Runs the connection test of one editor: one at a time, and stops it when the editor closes. */
import { useEffect, useRef, useState } from 'react';
import type { ConnectionReport } from '../../../../src-shared/api/connection-test.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { ProfileInput } from '../../../../src-shared/domain/profile/profile.ts';
import type { Stop } from '../../../backend/client.ts';
import { useStores } from '../../../stores/use-stores.ts';
import type { TypedSecret } from '../sign-in/typed-secret.ts';
import type { TestRun } from './test-view.ts';

export function useConnectionTest(id: ProfileId | null, { read }: TypedSecret) {
  const stores = useStores();
  const { backend } = stores;
  const [run, setRun] = useState<TestRun>({ kind: 'none' });
  const stop = useRef<Stop | null>(null);

  function end(): void {
    stop.current?.();
    stop.current = null;
  }
  useEffect(() => () => stop.current?.(), []);

  const over =
    (isComplete: boolean) =>
    (present: TestRun): TestRun =>
      present.kind === 'running'
        ? { kind: 'over', profile: present.profile, endedAt: stores.now(), isComplete, report: present.report }
        : present;

  return {
    run,
    start: (profile: ProfileInput): void => {
      end();
      // Also tests a secret that is not stored yet. Only the client flow has one.
      const secret = profile.flow === 'clientCredentials' ? read() : null;
      setRun({ kind: 'running', profile, startedAt: stores.now(), report: null });
      // Ignores reports of a run that was stopped or replaced.
      let isOver = false;
      const stopRun = backend.connectionTest.run.subscribe(
        { id, profile, secret },
        {
          onData: (report: ConnectionReport) =>
            isOver || setRun((present) => (present.kind === 'running' ? { ...present, report } : present)),
          onEnd: (error) =>
            isOver || setRun((present) => (error === null ? over(true)(present) : { kind: 'refused', error })),
        },
      );
      stop.current = () => {
        isOver = true;
        stopRun();
      };
    },
    cancel: (): void => {
      end();
      setRun(over(false));
    },
  };
}
