/** Opens the user's browser if there is one. A failure is ignored, because the link is also printed. */
import { spawn } from 'node:child_process';

export function openBrowser(url: string, environment: NodeJS.ProcessEnv): void {
  const call = browserCommand(url, process.platform, environment);
  if (call === null) return;
  const child = spawn(call[0], call[1], { stdio: 'ignore', detached: true, env: environment });
  child.on('error', () => undefined);
  child.unref();
}

export function browserCommand(
  url: string,
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): [command: string, args: string[]] | null {
  if (platform === 'darwin') return ['open', [url]];
  // `start` would not work: cmd reads `&` in an address as the end of the command.
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open', [url]] : null;
}
