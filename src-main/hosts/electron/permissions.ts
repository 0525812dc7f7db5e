/** What the page may ask of the computer: to show notifications, and nothing else. */
import type { Session } from 'electron';
import { appAddress } from './app-address.ts';

function isGranted(permission: string, address: string): boolean {
  return permission === 'notifications' && appAddress(address) !== null;
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
