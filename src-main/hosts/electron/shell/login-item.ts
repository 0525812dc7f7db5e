/** Starts the app at login, on Linux by an XDG autostart file. A checkout has no fixed path to start from. */
import { readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';

export interface LoginItem {
  read(): boolean | null;
  /** @throws Error with the system's message */
  set(on: boolean): Promise<void>;
}

export interface LoginItemOptions {
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly executable: string;
  readonly args: readonly string[];
}

export function loginItem({ app, platform, env, executable, args }: LoginItemOptions): LoginItem {
  if (!app.isPackaged)
    return { read: () => null, set: () => Promise.reject(new Error('Watchfloor runs from its sources')) };
  if (platform === 'darwin' || platform === 'win32') {
    // Electron quotes the arguments itself, although its documentation says otherwise.
    const words = platform === 'win32' ? { args: [...args] } : {};
    const read = () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(words);
      // The Task Manager of Windows disables an entry with a separate mark.
      return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin);
    };
    return {
      read,
      async set(on) {
        if (on && platform === 'darwin' && args.length > 0)
          throw new Error(`macOS would start Watchfloor without ${args.join(' ')}, so it would watch something else`);
        app.setLoginItemSettings({ openAtLogin: on, ...words });
        // The call returns nothing, and a company policy may have refused it.
        if (read() !== on) throw new Error('the system refused it');
      },
    };
  }
  const path = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'watchfloor.desktop');
  // An AppImage is mounted at a different path each time, but its file stays in place.
  const program = env['APPIMAGE'] || executable;
  return {
    read: () => isEnabled(path),
    async set(on) {
      if (on) await writeFileAtomically(path, autostartEntry([program, ...args]));
      else rmSync(path, { force: true });
    },
  };
}

/** Desktop Entry Specification 1.5, "The Exec key": quoted, then escaped again like every string value. */
export function autostartEntry(command: readonly string[]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Watchfloor',
    'Comment=Watches an IoT connectivity service',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
  ];
  return `${lines.join('\n')}\n`;
}

function quoted(argument: string): string {
  if (/[\n\r\0]/.test(argument)) throw new Error('a path with a line break cannot be started at login');
  const inside = argument.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  return `"${inside.replaceAll('\\', String.raw`\\`)}"`;
}

function isEnabled(path: string): boolean {
  try {
    return !/^Hidden=true$/m.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}
