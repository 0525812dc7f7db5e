import { release } from 'node:os';
import { join } from 'node:path';
import type { About } from '../../src-shared/api/watch.ts';

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'macOS (Darwin)', win32: 'Windows', linux: 'Linux' };

export function readAbout(dataDir: string, platform: NodeJS.Platform): About {
  const { electron, chrome, node, tz } = process.versions;
  const parts = [
    { name: 'Electron', version: electron ?? '' },
    { name: 'Chromium', version: chrome ?? '' },
    { name: 'Node', version: node },
    { name: 'Time zone rules', version: tz ?? '' },
    { name: SYSTEMS[platform] ?? platform, version: `${release()} ${process.arch}` },
  ];
  return {
    parts: parts.filter(({ version }) => version !== ''),
    dataFolder: dataDir,
    logFolder: join(dataDir, 'logs'),
  };
}
