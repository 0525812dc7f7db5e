import type { HostDescription } from '../../src-shared/api/watch.ts';

export const hostDescription: HostDescription = {
  version: '1.2.3',
  zoneRules: '2026c',
  about: {
    parts: [
      { name: 'Node', version: '24.19.2' },
      { name: 'Linux', version: '6.12.0 x64' },
    ],
    dataFolder: '/home/op/.local/share/watchfloor',
    logFolder: '/home/op/.local/share/watchfloor/logs',
  },
  capabilities: { vault: 'keychain', signInBrowser: false, practice: true, desktop: false },
  policy: { kind: 'none' },
};
