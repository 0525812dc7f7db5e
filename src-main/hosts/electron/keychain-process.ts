/** Starts a keychain call's process with `utilityProcess`: a packaged app cannot fork Node (the fuse is off). */
import { type UtilityProcess, utilityProcess } from 'electron';
import type { StartKeychainProcess } from '../../adapters/keychain/keychain-process.ts';
import type { KeychainResponse } from '../../adapters/keychain/worker.ts';

export const KEYCHAIN_PROCESS_NAME = 'Watchfloor keychain';

export const startKeychainUtility: StartKeychainProcess = (worker, listener) => {
  const child = utilityProcess.fork(worker, [], { serviceName: KEYCHAIN_PROCESS_NAME, stdio: 'ignore' });
  child.once('message', (response: KeychainResponse) => listener.onResponse(response));
  child.once('exit', () => listener.onExit(null));
  // `exit` follows. Without a listener a fault of the child would crash this process.
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
  // Only asks the child to end; a call that hangs in the Secret Service does not react.
  child.kill();
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {}
}
