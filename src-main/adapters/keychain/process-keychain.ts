/**
 * Calls the keychain of macOS or Windows through `keytar` (@napi-rs/keyring under that name), one process for each
 * call: neither `terminate` nor `process.exit` ends a thread that waits in a call for a dialog. Stores no secret.
 */
import { fileURLToPath } from 'node:url';
import type { Keychain } from '../../core/ports/keychain.ts';
import { failed, PROMPT_TIMEOUT_MS, RESPONSE_TIMEOUT_MS, unavailable } from './keychain-failure.ts';
import type { KeychainProcess, StartKeychainProcess } from './keychain-process.ts';
import type { KeychainRequest } from './worker.ts';

interface ProcessKeychainOptions {
  readonly worker: URL;
  readonly start: StartKeychainProcess;
  /** True if a user can answer a dialog of the keychain. Killing the call may close the dialog. */
  readonly mayPrompt: boolean;
}

export function createProcessKeychain({ worker, start, mayPrompt }: ProcessKeychainOptions): Keychain {
  const running = new Map<KeychainProcess, (why: Error) => void>();

  function send(request: KeychainRequest, signal?: AbortSignal): Promise<string | boolean | null> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const child = start(fileURLToPath(worker), {
        onResponse(response) {
          settle();
          if (response.kind === 'done') resolve(response.value);
          else reject(failed(response.detail));
        },
        onExit: (why) => settleWith(failed(why?.message ?? 'its process ended', why)),
      });
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        running.delete(child);
        child.kill();
      };
      const settleWith = (why: Error): void => {
        settle();
        reject(why);
      };
      const abort = (): void =>
        settleWith(signal?.reason instanceof Error ? signal.reason : new Error('The request was cancelled.'));
      const timer = mayPrompt
        ? setTimeout(() => settleWith(unavailable('unanswered')), PROMPT_TIMEOUT_MS)
        : setTimeout(() => settleWith(unavailable('silent')), RESPONSE_TIMEOUT_MS);
      running.set(child, settleWith);
      signal?.addEventListener('abort', abort, { once: true });
      child.send(request);
    });
  }

  return {
    async read(account, signal) {
      const value = await send({ kind: 'read', account }, signal);
      return typeof value === 'string' ? value : null;
    },
    async write(account, secret) {
      await send({ kind: 'write', account, secret });
    },
    async remove(account) {
      return (await send({ kind: 'remove', account })) === true;
    },
    async close() {
      for (const settleWith of running.values()) settleWith(failed('it was closed'));
    },
  };
}
