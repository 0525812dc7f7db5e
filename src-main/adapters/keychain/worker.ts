/**
 * The keychain calls, in a thread of their own: with a frozen Secret Service the library's constructor alone blocks
 * its thread for two seconds. On Linux the store is pinned to the Secret Service; the library's default would fall
 * back silently to kernel keys, which a reboot forgets.
 */
import { parentPort } from 'node:worker_threads';
import { AsyncEntry } from 'keytar';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

export type KeychainRequest =
  | { readonly id: number; readonly kind: 'read'; readonly account: string }
  | { readonly id: number; readonly kind: 'write'; readonly account: string; readonly secret: string }
  | { readonly id: number; readonly kind: 'remove'; readonly account: string };

export type KeychainAnswer =
  | { readonly id: number; readonly kind: 'done'; readonly value: string | boolean | null }
  | { readonly id: number; readonly kind: 'unavailable'; readonly detail: string };

const SERVICE = 'Watchfloor';

async function perform(request: KeychainRequest): Promise<string | boolean | null> {
  const entry = new AsyncEntry(SERVICE, request.account, { linux: { store: 'secret-service' } });
  switch (request.kind) {
    case 'read': {
      // Bytes, not `getPassword`: on Windows a password is UTF-16, which halves what fits.
      const bytes = await entry.getSecret();
      return bytes === null ? null : Buffer.from(bytes).toString('utf8');
    }
    case 'write':
      await entry.setSecret(Buffer.from(request.secret, 'utf8'));
      return null;
    case 'remove':
      return entry.deleteCredential();
    default:
      return assertNever(request);
  }
}

parentPort?.on('message', (request: KeychainRequest) => {
  perform(request).then(
    (value) => parentPort?.postMessage({ id: request.id, kind: 'done', value } satisfies KeychainAnswer),
    (error: unknown) =>
      parentPort?.postMessage({
        id: request.id,
        kind: 'unavailable',
        detail: error instanceof Error ? error.message : 'unknown',
      } satisfies KeychainAnswer),
  );
});
