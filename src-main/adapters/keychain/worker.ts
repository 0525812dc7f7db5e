/** Makes one call to the keychain of macOS or Windows in a process of its own (`process-keychain.ts`). */
import { AsyncEntry } from 'keytar';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

export type KeychainRequest =
  | { readonly kind: 'read'; readonly account: string }
  | { readonly kind: 'write'; readonly account: string; readonly secret: string }
  | { readonly kind: 'remove'; readonly account: string };

export type KeychainResponse =
  | { readonly kind: 'done'; readonly value: string | boolean | null }
  | { readonly kind: 'unavailable'; readonly detail: string };

const SERVICE = 'Watchfloor';

async function perform(request: KeychainRequest): Promise<string | boolean | null> {
  const entry = new AsyncEntry(SERVICE, request.account);
  switch (request.kind) {
    case 'read': {
      // Bytes instead of `getPassword`: on Windows a password is UTF-16, which halves the possible length.
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

function respond(request: KeychainRequest, reply: (response: KeychainResponse) => void): void {
  perform(request).then(
    (value) => reply({ kind: 'done', value }),
    (error: unknown) => reply({ kind: 'unavailable', detail: error instanceof Error ? error.message : 'unknown' }),
  );
}

/** Electron's counterpart (`utilityProcess`) of `process.send` in a forked Node. */
interface ElectronParent {
  on(event: 'message', listener: (message: { readonly data: KeychainRequest }) => void): void;
  postMessage(response: KeychainResponse): void;
}
const electronParent = (process as { readonly parentPort?: ElectronParent }).parentPort;

if (electronParent) {
  electronParent.on('message', ({ data }) => respond(data, (response) => electronParent.postMessage(response)));
} else {
  process.on('message', (request: KeychainRequest) => respond(request, (response) => void process.send?.(response)));
  // The parent is gone. An ordinary exit would wait for a call that never returns.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
