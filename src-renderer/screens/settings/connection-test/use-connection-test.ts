/** Runs the connection test of one editor: one at a time, and none that goes on when nobody looks. */
import { useEffect, useRef, useState } from 'react';
import type { ConnectionReport } from '../../../../src-shared/api/connection-test.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { ProfileInput } from '../../../../src-shared/domain/profile.ts';
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

  /** How it stands once nothing more comes. */
  const over =
    (isComplete: boolean) =>
    (present: TestRun): TestRun =>
      present.kind === 'running'
        ? { kind: 'over', of: present.of, endedAt: stores.now(), isComplete, report: present.report }
        : present;

  return {
    run,
    start: (profile: ProfileInput): void => {
      end();
      // What was typed and is not kept yet is tested too; a person has none.
      const secret = profile.flow === 'clientCredentials' ? read() : null;
      setRun({ kind: 'running', of: profile, startedAt: stores.now(), report: null });
      // What a run still tells after it was stopped or replaced is nobody's.
      let isOver = false;
      const stopRun = backend.connectionTest.run(
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
