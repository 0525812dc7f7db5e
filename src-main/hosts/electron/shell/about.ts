import type { AboutPanelOptionsOptions } from 'electron';
import type { About } from '../../../../src-shared/api/watch.ts';
import { packageVersion } from '../../package-version.ts';

export function aboutPanel({ parts }: About, picture: string): AboutPanelOptionsOptions {
  return {
    applicationName: 'Watchfloor',
    applicationVersion: packageVersion(),
    // The only text besides the name that all three systems show.
    copyright: 'Third-party licences: Settings › About.',
    version: parts.map((part) => `${part.name} ${part.version}`).join(', '),
    // The system reads the icon and cannot look into the asar archive; a packed app has an unpacked copy next to it.
    iconPath: picture.replace(/(?<=[\\/]app\.asar)(?=[\\/]build[\\/])/, '.unpacked'),
  };
}
