import { expect, test } from 'vitest';
import {
  electronAvailability,
  type ElectronAvailability,
} from '../../../src-main/hosts/electron/window/availability.ts';

const folder = '/app/node_modules/electron';
const binary = `${folder}/dist/electron`;
const notFetched: ElectronAvailability = {
  kind: 'not-fetched',
  folder,
  why: 'the Electron binary is not in node_modules/electron/dist (run `npx install-electron`)',
};
const noDisplay = 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';

interface Case {
  folder?: string | null;
  path?: string;
  binaries?: string[];
  env?: Record<string, string>;
  platform?: string;
  expected: ElectronAvailability;
}
const installed = { path: 'electron', binaries: [binary] };
const missing = (why: string): ElectronAvailability => ({ kind: 'missing', why });
const available = (path: string): ElectronAvailability => ({ kind: 'available', binary: path });

test.each<[string, Case]>([
  ['without the package', { folder: null, expected: missing('the package "electron" is not installed') }],
  ['before its download', { env: { DISPLAY: ':0' }, expected: notFetched }],
  ['with an empty path.txt', { path: '', binaries: [`${folder}/dist`], env: { DISPLAY: ':0' }, expected: notFetched }],
  ['before its download, without a display', { expected: missing(noDisplay) }],
  ['after half a download', { path: 'electron', env: { DISPLAY: ':0' }, expected: notFetched }],
  ['without a display', { ...installed, expected: missing(noDisplay) }],
  ['with an empty DISPLAY', { ...installed, env: { DISPLAY: '' }, expected: missing(noDisplay) }],
  ['under X11', { ...installed, env: { DISPLAY: ':0' }, expected: available(binary) }],
  ['under Wayland', { ...installed, env: { WAYLAND_DISPLAY: 'w0' }, expected: available(binary) }],
  [
    'with a line end in path.txt',
    { path: 'electron\n', binaries: [binary], env: { DISPLAY: ':0' }, expected: available(binary) },
  ],
  [
    'on macOS',
    {
      path: 'Electron.app/Contents/MacOS/Electron',
      binaries: [`${folder}/dist/Electron.app/Contents/MacOS/Electron`],
      platform: 'darwin',
      expected: available(`${folder}/dist/Electron.app/Contents/MacOS/Electron`),
    },
  ],
  [
    'on Windows',
    {
      path: 'electron.exe',
      binaries: [`${folder}/dist/electron.exe`],
      platform: 'win32',
      expected: available(`${folder}/dist/electron.exe`),
    },
  ],
  [
    'with a binary elsewhere',
    {
      binaries: ['/opt/electron/electron'],
      env: { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: '/opt/electron' },
      expected: available('/opt/electron/electron'),
    },
  ],
  [
    'with an override that leads nowhere, though a binary is installed',
    {
      ...installed,
      env: { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: '/opt/electron' },
      expected: missing('ELECTRON_OVERRIDE_DIST_PATH names no Electron binary (/opt/electron/electron)'),
    },
  ],
])(
  'Electron is found or missing %s',
  (_, { folder: packageFolder = folder, path, binaries = [], env = {}, platform = 'linux', expected }) => {
    const files = {
      packageFolder,
      readText: (file: string) => (file === `${folder}/path.txt` ? (path ?? null) : null),
      exists: (file: string) => binaries.includes(file),
    };
    expect(electronAvailability({ files, env, platform })).toEqual(expected);
  },
);
