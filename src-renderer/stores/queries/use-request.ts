import { useCallback, useState } from 'react';
import { asError } from '../../backend/backend-error.ts';

export interface Requester {
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly clearError: () => void;
  readonly run: (request: () => Promise<unknown>) => Promise<boolean>;
}

const IDLE = { isRunning: false, error: null };

export function useRequest(): Requester {
  const [state, setState] = useState<Pick<Requester, 'isRunning' | 'error'>>(IDLE);
  const run = useCallback(async (request: () => Promise<unknown>) => {
    setState({ isRunning: true, error: null });
    try {
      await request();
      setState(IDLE);
      return true;
    } catch (error) {
      setState({ isRunning: false, error: asError(error) });
      return false;
    }
  }, []);
  return { ...state, run, clearError: useCallback(() => setState(IDLE), []) };
}
