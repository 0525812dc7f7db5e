import type { App, Session } from 'electron';
import { appAddress } from './app-address.ts';

/** Every Copy button needs `clipboard-sanitized-write`. Reading the clipboard is a different permission. */
const GRANTED: ReadonlySet<string> = new Set(['notifications', 'clipboard-sanitized-write']);

function isGranted(permission: string, address: string): boolean {
  return GRANTED.has(permission) && appAddress(address) !== null;
}

export function restrictPermissions(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void {
  session.setPermissionRequestHandler((_contents, permission, respond, details) =>
    respond(isGranted(permission, details.requestingUrl)),
  );
  // Some APIs only check and never request, so both handlers are needed.
  session.setPermissionCheckHandler((_contents, permission, origin) => isGranted(permission, origin));
  session.setDevicePermissionHandler(() => false);
}

/** Without a listener Chromium sends the user's first client certificate without asking, also for the main process. */
export function refuseClientCertificates(app: Pick<App, 'on'>): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, respond) => {
    event.preventDefault();
    respond();
  });
}
