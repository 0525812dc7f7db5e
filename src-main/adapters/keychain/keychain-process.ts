/**
 * The process in which one keychain call is made, whoever starts it: Node by `fork`, Electron by its `utilityProcess`
 * (a packaged Electron has no Node to fork). It carries one request and one answer, and can always be killed.
 */
import { fork } from 'node:child_process';
import type { KeychainResponse, KeychainRequest } from './worker.ts';

export interface KeychainProcess {
  send(request: KeychainRequest): void;
  /** Ends it at once, even where it waits for an answer that never comes. What is heard afterwards does not matter. */
  kill(): void;
}

interface KeychainListener {
  onResponse(answer: KeychainResponse): void;
  /** It ended, or could not be started. */
  onExit(why: Error | null): void;
}

/** @param worker absolute path of the worker's file */
export type StartKeychainProcess = (worker: string, listener: KeychainListener) => KeychainProcess;

/** Node's own way, with this environment: it says where the session bus is. */
export const forkKeychainProcess =
  (environment: NodeJS.ProcessEnv): StartKeychainProcess =>
  (worker, listener) => {
    const child = fork(worker, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: environment });
    child.once('message', (answer: KeychainResponse) => listener.onResponse(answer));
    child.once('error', (error) => listener.onExit(error));
    child.once('exit', () => listener.onExit(null));
    return {
      // A child that is gone already says so by its exit.
      send: (request) => void child.send(request, () => undefined),
      kill: () => void child.kill('SIGKILL'),
    };
  };
