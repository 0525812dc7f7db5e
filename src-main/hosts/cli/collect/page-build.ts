/** Locates the built page. A checkout builds it if it is missing or older than its sources. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { appError } from '../../../../src-shared/api/errors.ts';
import { SECRET_VARIABLE } from '../../../adapters/sign-in/client-secret.ts';

const SOURCE_FOLDERS = [
  'src-renderer',
  'src-simulator',
  'src-shared',
  'src-main',
  'src-preload',
  'build/notices',
  'build/licences',
];
const SOURCE_FILES = ['electron.vite.config.ts', 'package-lock.json'];

/** Returns the folder with `main`, `preload` and `renderer`. @throws AppError PAGE_MISSING if the build fails */
export async function ensurePageBuilt(
  environment: NodeJS.ProcessEnv,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const root = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../../../' : '../../', import.meta.url));
  const build = `${root}out`;
  const page = `${build}/renderer/index.html`;
  if (!existsSync(`${root}src-renderer`) || isUpToDate(root, page)) return build;
  // `npm run dev` serves the page from its sources; the built page is only needed to start.
  if (environment['WATCHFLOOR_DEV_SERVER'] !== undefined && existsSync(page)) return build;
  print('Building the page; this takes a few seconds and happens once per change …');
  await runBuild(root, environment, signal);
  return build;
}

function isUpToDate(root: string, page: string): boolean {
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  // Types of the entries spare a system call for each. A glob takes twice as long.
  const inFolders = SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true }),
  ).map(({ parentPath, name }) => `${parentPath}/${name}`);
  return [...SOURCE_FILES.map((file) => `${root}${file}`), ...inFolders].every(
    (path) => statSync(path).mtimeMs <= builtAt,
  );
}

function runBuild(root: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const builder = spawn(
      process.execPath,
      [`${root}node_modules/electron-vite/bin/electron-vite.js`, 'build', '--logLevel', 'warn'],
      {
        cwd: root,
        signal,
        // The builder and its plugins must not see the client secret.
        env: { ...environment, [SECRET_VARIABLE]: undefined },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    builder.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    builder.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    builder.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    builder.on('close', (code) => {
      if (code === 0) resolve();
      else reject(appError('PAGE_MISSING', { problem: 'build-failed', output: output.slice(-2_000) }));
    });
  });
}
