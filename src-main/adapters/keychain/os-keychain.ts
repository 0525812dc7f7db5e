/**
 * The operating system's keychain through `keytar` (the maintained @napi-rs/keyring under that name).
 * The worker starts with the first call; nothing here keeps a secret.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { Keychain } from '../../core/ports/keychain.ts';
import type { KeychainAnswer, KeychainRequest } from './worker.ts';

/** A locked keychain may be asking the user; longer than this nobody is there to answer (`reliability.md`, A.5). */
const ANSWER_WITHIN_MS = 10_000;

type Ask = KeychainRequest extends infer R ? (R extends KeychainRequest ? Omit<R, 'id'> : never) : never;

export function createOsKeychain(options: { workerUrl?: URL } = {}): Keychain {
  let worker: Worker | null = null;
  let nextId = 1;

  const unavailable = (detail: string) =>
    new AppError(
      'KEYCHAIN_UNAVAILABLE',
      `The keychain of this computer cannot be used (${detail}). Unlock it, or give the client secret in WATCHFLOOR_CLIENT_SECRET or clientSecretFile.`,
    );

  function ask(request: Ask): Promise<string | boolean | null> {
    worker ??= new Worker(options.workerUrl ?? new URL('./worker.ts', import.meta.url));
    const asked = worker;
    const id = nextId++;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        asked.off('message', onAnswer);
        asked.off('error', onError);
      };
      const onAnswer = (answer: KeychainAnswer) => {
        if (answer.id !== id) return;
        settle();
        if (answer.kind === 'done') resolve(answer.value);
        else reject(unavailable(answer.detail));
      };
      const onError = (error: unknown) => {
        settle();
        worker = null;
        // A call that never returns would keep its thread, and with it the process.
        asked.on('error', () => undefined);
        void asked.terminate();
        reject(unavailable(error instanceof Error ? error.message : 'unknown'));
      };
      const timer = setTimeout(() => onError(new Error('it did not answer within 10 seconds')), ANSWER_WITHIN_MS);
      asked.on('message', onAnswer);
      asked.on('error', onError);
      asked.postMessage({ ...request, id });
    });
  }

  return {
    async read(account) {
      const value = await ask({ kind: 'read', account });
      return typeof value === 'string' ? value : null;
    },
    async write(account, secret) {
      await ask({ kind: 'write', account, secret });
    },
    async remove(account) {
      return (await ask({ kind: 'remove', account })) === true;
    },
    async close() {
      const closed = worker;
      worker = null;
      await closed?.terminate();
    },
  };
}
