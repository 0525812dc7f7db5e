/**
 * Makes a desktop package like `npm run dist`, but with an Electron that cannot run, or says why this is impossible
 * here.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import { writeStubElectron } from './stub-electron.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Reason why no package can be made here, as half a sentence; null if it can. */
export function missingForDesktopPackage(): string | null {
  // On other systems, `npm run dist` makes the real package.
  if (process.platform !== 'linux') return 'the stub of Electron is one for Linux';
  try {
    createRequire(import.meta.url).resolve('electron-builder/package.json');
  } catch {
    return 'the package "electron-builder" is not installed';
  }
  return null;
}

export interface DesktopPackage {
  /** Holds everything else. The caller removes it. */
  readonly folder: string;
  readonly binary: string;
  /** Outside of the archive, because the system loads native code only from files. */
  readonly unpacked: string;
  readonly app: string;
  /** Paths in `app`, for example `/out/main/index.js`. */
  readonly files: readonly string[];
}

export async function makeDesktopPackage(): Promise<DesktopPackage> {
  if (!existsSync(`${root}out/main/index.js`)) throw new Error('Nothing is built: npm run build.');
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-desktop-package-'));
  const electron = join(folder, 'electron');
  const { devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    devDependencies: { electron: string };
  };
  await writeStubElectron(electron, devDependencies.electron);
  await packDesktop(electron, folder, ['--linux']);
  const binary = packedBinary(folder);
  const archive = join(dirname(binary), 'resources', 'app.asar');
  const app = join(folder, 'app');
  extractAll(archive, app);
  return {
    folder,
    binary,
    unpacked: `${archive}.unpacked`,
    app,
    files: listPackage(archive, { isPack: false }).filter((path) => statSync(app + path).isFile()),
  };
}

/**
 * Packs the last build, without an installer, into `FOLDER/packed`.
 * @param electron folder of the Electron to pack
 * @param platform option of electron-builder; this computer's platform if missing
 */
export async function packDesktop(electron: string, folder: string, platform: readonly string[] = []): Promise<void> {
  const options = [`-c.electronDist=${electron}`, `-c.directories.output=${folder}/packed`];
  const call = ['--config', 'build/electron-builder.yml', ...platform, '--dir', '--publish', 'never', ...options];
  await promisify(execFile)(process.execPath, ['node_modules/electron-builder/out/cli/cli.js', ...call], {
    cwd: root,
    maxBuffer: 10e6,
  });
}

const BINARIES = [
  'linux*-unpacked/watchfloor',
  'win*-unpacked/Watchfloor.exe',
  'mac*/Watchfloor.app/Contents/MacOS/Watchfloor',
];

export function packedBinary(folder: string): string {
  const [binary] = globSync(BINARIES, { cwd: join(folder, 'packed') });
  if (binary === undefined) throw new Error(`electron-builder made no program in ${folder}/packed`);
  return join(folder, 'packed', binary);
}
