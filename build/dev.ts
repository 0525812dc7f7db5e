/**
 * `npm run dev`: rebuilds the page when it changes and restarts the web host when the backend changes. Arguments go to
 * `watchfloor start`; without any it is Practice.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const run = (call: string[]) => spawn(process.execPath, call, { cwd: root, stdio: 'inherit' });

const builder = run(['node_modules/electron-vite/bin/electron-vite.js', 'build', '--watch']);
const host = run([
  ...['src-main', 'src-shared', 'src-simulator'].map((folder) => `--watch-path=${folder}`),
  'build/watchfloor.js',
  'start',
  '--web',
  ...(args.length === 0 ? ['--practice'] : args),
]);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    builder.kill(signal);
    host.kill(signal);
  });
