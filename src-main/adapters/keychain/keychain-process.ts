/**
 * Runs one keychain call in a process of its own, which can always be killed. Node starts it with `fork`, Electron with
 * its `utilityProcess`, because a packaged Electron has no Node to fork.
 */
import { fork } from 'node:child_process';
import type { KeychainResponse, KeychainRequest } from './worker.ts';

export interface KeychainProcess {
  send(request: KeychainRequest): void;
  /** Ends the process immediately, even if its call never returns. Later messages are ignored. */
  kill(): void;
}

interface KeychainListener {
  onResponse(response: KeychainResponse): void;
  onExit(why: Error | null): void;
}

export type StartKeychainProcess = (worker: string, listener: KeychainListener) => KeychainProcess;

export const forkKeychainProcess =
  (environment: NodeJS.ProcessEnv): StartKeychainProcess =>
  (worker, listener) => {
    const child = fork(worker, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: environment });
    child.once('message', (response: KeychainResponse) => listener.onResponse(response));
    child.once('error', (error) => listener.onExit(error));
    child.once('exit', () => listener.onExit(null));
    return {
      // If the child is gone, its exit event reports that.
      send: (request) => void child.send(request, () => undefined),
      kill: () => void child.kill('SIGKILL'),
    };
  };
