import type { HostDescription } from '../../src-shared/api/watch.ts';

export const hostDescription: HostDescription = {
  version: '1.2.3',
  capabilities: { vault: 'keychain', signInBrowser: false, practice: true, desktop: false },
};
