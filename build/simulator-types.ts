/** Writes the types of `watchfloor/simulator` to `out/simulator-types`: those that its entry reaches, and no others. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}out/simulator-types`;
rmSync(folder, { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', 'build/simulator-types.json'], {
  cwd: root,
  stdio: 'inherit',
});

const reached = new Set<string>();
function reach(path: string): void {
  if (reached.has(path)) return;
  reached.add(path);
  const text = readFileSync(`${folder}/${path}`, 'utf8');
  for (const [, target = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
    reach(posix.join(posix.dirname(path), `${target}.d.ts`));
}
reach('src-simulator/simulator.d.ts');

for (const path of globSync('**/*.d.ts', { cwd: folder }))
  if (!reached.has(path.replaceAll('\\', '/'))) rmSync(`${folder}/${path}`);
