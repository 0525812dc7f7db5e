/** What the page may ask of the computer: to show notifications and to copy text, and nothing else. */
import type { Session } from 'electron';
import { appAddress } from './app-address.ts';

/** `clipboard-sanitized-write` is what every Copy button asks for; reading the clipboard is another permission. */
const GRANTED: ReadonlySet<string> = new Set(['notifications', 'clipboard-sanitized-write']);

function isGranted(permission: string, address: string): boolean {
  return GRANTED.has(permission) && appAddress(address) !== null;
}

export function restrictPermissions(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isGranted(permission, details.requestingUrl)),
  );
  // Asked without a request, too: each handler alone leaves a way around.
  session.setPermissionCheckHandler((_contents, permission, origin) => isGranted(permission, origin));
  session.setDevicePermissionHandler(() => false);
}
