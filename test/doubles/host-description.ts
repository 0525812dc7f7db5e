import type { HostDescription } from '../../src-shared/api/watch.ts';

export const hostDescription: HostDescription = {
  version: '1.2.3',
  zoneRules: '2026c',
  capabilities: { vault: 'keychain', signInBrowser: false, practice: true, desktop: false },
};
