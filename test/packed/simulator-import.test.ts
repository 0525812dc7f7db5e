/** Tests `watchfloor/simulator` of the tarball in a TypeScript project that has nothing else. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingRegistry } from '../support/registry.ts';
import { checkout, environment, pack } from './installed.ts';

const run = promisify(execFile);
const missing = missingRegistry();
const tsc = join(checkout, 'node_modules/typescript/bin/tsc');

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  // Also checks the types of the package.
  skipLibCheck: false,
  types: ['node'],
  typeRoots: [join(checkout, 'node_modules/@types')],
};

describe.skipIf(missing !== null)('the simulator of the tarball in a TypeScript project', () => {
  let folder: string;
  let project: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchfloor-import-'));
    project = join(folder, 'project');
    await mkdir(project);
    const { tarball } = await pack(folder);
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }));
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const install = ['install', '--save-dev', '--prefer-offline', '--no-audit', '--no-fund', tarball];
    await run('npm', install, { cwd: project });
    const example = join(project, 'node_modules/watchfloor/docs/examples/consumer.test.ts');
    await cp(example, join(project, 'consumer.test.ts'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  const call = (...args: readonly string[]) => run(process.execPath, args, { cwd: project, env: environment(folder) });

  test('[PACKED-40] compiles the example of the document against the types of the package', async () => {
    await call(tsc, '--project', '.');
    const wrong =
      "import { startSimulator } from 'watchfloor/simulator';\nawait startSimulator({ timeScale: 'fast' });\n";
    await writeFile(join(project, 'wrong.ts'), wrong);
    await expect(call(tsc, '--project', '.')).rejects.toMatchObject({
      stdout: expect.stringMatching(/^wrong\.ts\(2,\d+\): error TS2322/),
    });
  });

  test('[PACKED-40] runs the example of the document', async () => {
    const { stdout } = await call('--test', 'consumer.test.ts');
    expect(stdout).toMatch(/pass 2\n/);
  });
});
