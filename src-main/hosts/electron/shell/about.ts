import { release } from 'node:os';
import { join } from 'node:path';
import type { AboutPanelOptionsOptions } from 'electron';
import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import { packageVersion } from '../../package-version.ts';

export type About = DesktopState['about'];

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
    version: packageVersion(),
    parts: parts.filter(({ version }) => version !== ''),
    dataFolder: dataDir,
    logFolder: join(dataDir, 'logs'),
  };
}

export function aboutPanel({ version, parts }: About, picture: string): AboutPanelOptionsOptions {
  return {
    applicationName: 'Watchfloor',
    applicationVersion: version,
    // The only text besides the name that all three systems show.
    copyright: 'Third-party licences: Settings › About.',
    version: parts.map((part) => `${part.name} ${part.version}`).join(', '),
    // The system reads the icon and cannot look into the asar archive; a packed app has an unpacked copy next to it.
    iconPath: picture.replace(/(?<=[\\/]app\.asar)(?=[\\/]build[\\/])/, '.unpacked'),
  };
}
