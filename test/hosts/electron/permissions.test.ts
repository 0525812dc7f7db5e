import { expect, test } from 'vitest';
import { EventEmitter } from 'node:events';
import { refuseClientCertificates, restrictPermissions } from '../../../src-main/hosts/electron/permissions.ts';

type RestrictedSession = Parameters<typeof restrictPermissions>[0];
type Request = NonNullable<Parameters<RestrictedSession['setPermissionRequestHandler']>[0]>;
type Check = NonNullable<Parameters<RestrictedSession['setPermissionCheckHandler']>[0]>;
type Device = NonNullable<Parameters<RestrictedSession['setDevicePermissionHandler']>[0]>;

const permissions = [
  'ar',
  'automatic-fullscreen',
  'background-fetch',
  'background-sync',
  'captured-surface-control',
  'clipboard-read',
  'clipboard-sanitized-write',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'geolocation-approximate',
  'hand-tracking',
  'hid',
  'idle-detection',
  'keyboardLock',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'nfc',
  'notifications',
  'openExternal',
  'payment-handler',
  'periodic-background-sync',
  'persistent-storage',
  'pointerLock',
  'screen-wake-lock',
  'sensors',
  'serial',
  'smart-card',
  'speaker-selection',
  'storage-access',
  'system-wake-lock',
  'top-level-storage-access',
  'usb',
  'vr',
  'web-app-installation',
  'web-printing',
  'window-management',
  'unknown',
] as const satisfies readonly Parameters<Check>[1][];

function restrictedSession() {
  const handlers: { request?: Request; check?: Check; device?: Device } = {};
  restrictPermissions({
    setPermissionRequestHandler: (handler) => Object.assign(handlers, { request: handler }),
    setPermissionCheckHandler: (handler) => Object.assign(handlers, { check: handler }),
    setDevicePermissionHandler: (handler) => Object.assign(handlers, { device: handler }),
  });
  const { request, check, device } = handlers;
  if (!request || !check || !device) throw new Error('a handler was not set');
  return {
    requested: (permission: (typeof permissions)[number], requestingUrl: string) => {
      let granted: boolean | undefined;
      request({} as never, permission, (isGranted) => (granted = isGranted), { requestingUrl } as never);
      return granted;
    },
    checked: (permission: (typeof permissions)[number], origin: string) => check(null, permission, origin, {} as never),
    device: () => device({} as never),
  };
}

test("[SAFE-5] the app's page may show notifications and copy text and nothing else, whether it requests or checks a permission", () => {
  const session = restrictedSession();
  const granted = permissions.filter(
    (name) => session.requested(name, 'app://watchfloor/') || session.checked(name, 'app://watchfloor/'),
  );
  expect(granted).toEqual(['clipboard-sanitized-write', 'notifications']);
  for (const name of ['clipboard-sanitized-write', 'notifications'] as const) {
    expect(session.requested(name, 'app://watchfloor/')).toBe(true);
    expect(session.checked(name, 'app://watchfloor/')).toBe(true);
  }
});

test('[SAFE-5] other pages get no permission', () => {
  const session = restrictedSession();
  const granted = ['https://evil.example/', 'app://other/', 'about:blank', ''].flatMap((page) =>
    permissions.filter((name) => session.requested(name, page) || session.checked(name, page)),
  );
  expect(granted).toEqual([]);
});

test('[SAFE-5] no device is granted', () => expect(restrictedSession().device()).toBe(false));

test('[HOST-64] no client certificate is sent, neither for a page nor for a request of the main process', () => {
  const app = new EventEmitter();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the double has what is used
  refuseClientCertificates(app as never);
  const answers: unknown[] = [];
  for (const contents of [{}, null]) {
    const event = { preventDefault: () => answers.push('prevented') };
    const respond = (...chosen: unknown[]) => answers.push(chosen);
    app.emit('select-client-certificate', event, contents, 'https://proxy.example/', [{ subjectName: 'Ada' }], respond);
  }
  expect(answers).toEqual(['prevented', [], 'prevented', []]);
});
