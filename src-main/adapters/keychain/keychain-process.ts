/** Runs a keychain call in a process, which can always be killed. Electron needs `utilityProcess` for it. */
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
      send: (request) => void child.send(request, () => undefined),
      kill: () => void child.kill('SIGKILL'),
    };
  };
