/**
 * Accesses the operating system's keychain through `keytar` (the maintained @napi-rs/keyring under that name), with one
 * process for each call. A thread cannot be used: a call into a frozen Secret Service never returns, and neither
 * `terminate` nor `process.exit` ends a thread that waits in it. Stores no secret.
 */
import { fileURLToPath } from 'node:url';
import { appError } from '../../../src-shared/api/errors.ts';
import type { Keychain } from '../../core/ports/keychain.ts';
import { forkKeychainProcess, type KeychainProcess, type StartKeychainProcess } from './keychain-process.ts';
import type { KeychainRequest } from './worker.ts';

/** A keychain takes longer than this only if it is frozen or asks the operator for its password. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Time to see the system's prompt and type a password. Killing the call may close the prompt. */
const PROMPT_TIMEOUT_MS = 120_000;

interface OsKeychainOptions {
  readonly workerUrl?: URL;
  /** True if an operator is at this computer: until the keychain has answered once, it may ask for its password. */
  readonly mayPrompt?: boolean | undefined;
  /** Default: Node's `fork`. */
  readonly start?: StartKeychainProcess | undefined;
}

export function createOsKeychain(options: OsKeychainOptions = {}): Keychain {
  const worker = fileURLToPath(options.workerUrl ?? new URL('./worker.ts', import.meta.url));
  let responseTimeoutMs = options.mayPrompt === true ? PROMPT_TIMEOUT_MS : RESPONSE_TIMEOUT_MS;
  const start = options.start ?? forkKeychainProcess(process.env);
  const running = new Map<KeychainProcess, (why: Error) => void>();

  const unavailable = (detail: string, cause?: unknown) => appError('KEYCHAIN_UNAVAILABLE', { detail }, { cause });

  function send(request: KeychainRequest, signal?: AbortSignal): Promise<string | boolean | null> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const child = start(worker, {
        onResponse(response) {
          settle();
          responseTimeoutMs = RESPONSE_TIMEOUT_MS;
          if (response.kind === 'done') resolve(response.value);
          else reject(unavailable(response.detail));
        },
        onExit: (why) => fail(why === null ? unavailable('its process ended') : unavailable(why.message, why)),
      });
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        running.delete(child);
        child.kill();
      };
      const fail = (why: Error): void => {
        settle();
        reject(why);
      };
      const abort = (): void =>
        fail(signal?.reason instanceof Error ? signal.reason : new Error('The request was cancelled.'));
      const withinMs = responseTimeoutMs;
      const timer = setTimeout(
        () => fail(unavailable(`it did not answer within ${withinMs / 1_000} seconds`)),
        withinMs,
      );
      running.set(child, fail);
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
      for (const fail of running.values()) fail(unavailable('it was closed'));
    },
  };
}
