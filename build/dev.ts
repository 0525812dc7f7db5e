/**
 * `npm run dev`: rebuilds the page when it changes, and restarts the web host when the page or the backend changed.
 * Arguments go to `watchfloor start`; without any it is Practice.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const children: ChildProcess[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });

const builder = spawn(process.execPath, ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--watch'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
children.push(builder);
builder.stdout.pipe(process.stdout);
builder.stdout.on('data', () => {
  if (children.length === 1 && existsSync(`${root}out/renderer/index.html`)) startHost();
});

function startHost(): void {
  const watched = ['src-main', 'src-shared', 'src-simulator', 'out/renderer'].map((folder) => `--watch-path=${folder}`);
  const call = [...watched, 'build/watchfloor.js', 'start', '--web', ...(args.length === 0 ? ['--practice'] : args)];
  const env = { ...process.env, WATCHFLOOR_PAGE: 'built-elsewhere' };
  children.push(spawn(process.execPath, call, { cwd: root, stdio: 'inherit', env }));
}
