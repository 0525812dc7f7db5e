/**
 * The operating system's keychain through `keytar` (the maintained @napi-rs/keyring under that name), one process for
 * each call. Not a thread: a call into a frozen Secret Service never returns, and neither `terminate` nor `process.exit`
 * gets past a thread that waits in there. A process can be killed. Nothing here keeps a secret.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { appError } from '../../../src-shared/api/errors.ts';
import type { Keychain } from '../../core/ports/keychain.ts';
import type { KeychainAnswer, KeychainRequest } from './worker.ts';

/** A locked keychain may be asking the user; longer than this nobody is there to answer (`reliability.md`, A.5). */
const ANSWER_WITHIN_MS = 10_000;

export function createOsKeychain(options: { workerUrl?: URL; answerWithinMs?: number } = {}): Keychain {
  const worker = fileURLToPath(options.workerUrl ?? new URL('./worker.ts', import.meta.url));
  const answerWithinMs = options.answerWithinMs ?? ANSWER_WITHIN_MS;
  const running = new Map<ChildProcess, (why: Error) => void>();

  const unavailable = (detail: string, cause?: unknown) => appError('KEYCHAIN_UNAVAILABLE', { detail }, { cause });

  function ask(request: KeychainRequest, signal?: AbortSignal): Promise<string | boolean | null> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const child = fork(worker, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        running.delete(child);
        child.kill('SIGKILL');
      };
      const fail = (why: Error): void => {
        settle();
        reject(why);
      };
      const abort = (): void => fail(signal?.reason instanceof Error ? signal.reason : new Error('It was given up.'));
      const timer = setTimeout(
        () => fail(unavailable(`it did not answer within ${answerWithinMs / 1_000} seconds`)),
        answerWithinMs,
      );
      running.set(child, fail);
      signal?.addEventListener('abort', abort, { once: true });
      child.once('message', (answer: KeychainAnswer) => {
        settle();
        if (answer.kind === 'done') resolve(answer.value);
        else reject(unavailable(answer.detail));
      });
      child.once('error', (error) => fail(unavailable(error.message, error)));
      child.once('exit', () => fail(unavailable('its process ended')));
      // A child that is gone already says so by its exit.
      child.send(request, () => undefined);
    });
  }

  return {
    async read(account, signal) {
      const value = await ask({ kind: 'read', account }, signal);
      return typeof value === 'string' ? value : null;
    },
    async write(account, secret) {
      await ask({ kind: 'write', account, secret });
    },
    async remove(account) {
      return (await ask({ kind: 'remove', account })) === true;
    },
    async close() {
      for (const fail of running.values()) fail(unavailable('it was closed'));
    },
  };
}
