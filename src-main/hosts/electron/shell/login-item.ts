/**
 * Starting at login: by Electron on macOS and Windows, by a file of the desktop (XDG autostart) on Linux, which Electron
 * does not know. Only the installed program can be set so: what starts from its sources has no address of its own.
 */
import { readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';

export interface LoginItem {
  /** `null`: this installation cannot be started so. */
  read(): boolean | null;
  /** @throws Error in the system's words */
  set(on: boolean): Promise<void>;
}

export interface LoginItemOptions {
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly executable: string;
  /** What the program must be started with to be this one, such as another data folder. */
  readonly args: readonly string[];
}

export function loginItem({ app, platform, env, executable, args }: LoginItemOptions): LoginItem {
  if (!app.isPackaged) return { read: () => null, set: () => Promise.reject(new Error('it is run from its sources')) };
  if (platform === 'darwin' || platform === 'win32') {
    // Electron quotes them itself, though its documents say otherwise.
    const words = platform === 'win32' ? { args: [...args] } : {};
    const read = () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(words);
      // The Task Manager of Windows switches it off by a mark beside it.
      return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin);
    };
    return {
      read,
      async set(on) {
        if (on && platform === 'darwin' && args.length > 0)
          throw new Error(`macOS starts it without ${args.join(' ')}, which would be another watch`);
        app.setLoginItemSettings({ openAtLogin: on, ...words });
        // It answers nothing; a policy of the company may have refused it.
        if (read() !== on) throw new Error('the system refused it');
      },
    };
  }
  const path = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'watchfloor.desktop');
  // An AppImage is mounted at another place each time; its file stays where it is.
  const program = env['APPIMAGE'] || executable;
  return {
    read: () => isEnabled(path),
    async set(on) {
      if (on) await writeFileAtomically(path, autostartEntry([program, ...args]));
      else rmSync(path, { force: true });
    },
  };
}

/** Desktop Entry Specification 1.5, "The Exec key": quoted, and escaped once more as every string value is. */
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

/** The desktop's own settings switch an entry off by a line in it. */
function isEnabled(path: string): boolean {
  try {
    return !/^Hidden=true$/m.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}
