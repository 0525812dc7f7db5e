/**
 * The process of a keychain call in Electron. A packaged app has no Node to fork (the fuse is off), and it has
 * `utilityProcess`, whose end is as certain: what does not end when asked to is killed.
 */
import { type UtilityProcess, utilityProcess } from 'electron';
import type { StartKeychainProcess } from '../../adapters/keychain/keychain-process.ts';
import type { KeychainResponse } from '../../adapters/keychain/worker.ts';

/** As Electron calls it. */
export const KEYCHAIN_PROCESS_NAME = 'Watchfloor keychain';

export const startKeychainUtility: StartKeychainProcess = (worker, listener) => {
  const child = utilityProcess.fork(worker, [], { serviceName: KEYCHAIN_PROCESS_NAME, stdio: 'ignore' });
  child.once('message', (answer: KeychainResponse) => listener.onResponse(answer));
  child.once('exit', () => listener.onExit(null));
  // Its end follows; a listener keeps a fault of the child from being one of ours.
  child.on('error', () => undefined);
  return {
    send: (request) => child.postMessage(request),
    kill() {
      if (child.pid === undefined) child.once('spawn', () => killProcess(child));
      else killProcess(child);
    },
  };
};

function killProcess(child: UtilityProcess): void {
  const { pid } = child;
  // Only asks, and a call into a frozen Secret Service hears nothing.
  child.kill();
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}
