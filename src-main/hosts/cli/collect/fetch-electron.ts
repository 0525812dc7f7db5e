/**
 * Runs the installer of Electron's package, which verifies and caches the download and respects `ELECTRON_MIRROR`.
 * Cancels a download that does not start or continue: a computer without a network must not wait.
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sizeText } from '../../../../src-shared/words/store-words.ts';
import { SECRET_VARIABLE } from '../../../adapters/sign-in/client-secret.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { whenAborted } from '../../../../src-shared/lib/when-aborted.ts';
import { Progress } from '../terminal/progress.ts';

const START_TIMEOUT_MS = 10_000;
/** Unpacking at the end takes seconds during which no bytes arrive. */
const STALL_TIMEOUT_MS = 60_000;
const ABOUT_SIZE = 'about 120 MB';
const POLL_INTERVAL_MS = 250;
const MAX_OUTPUT_LENGTH = 16_384;

/** Returns a clause that says why the download failed; null if the binary is available. */
export async function fetchElectron(
  terminal: Pick<Terminal, 'stdout' | 'stderr' | 'environment' | 'clock'>,
  folder: string,
  stopSignal: AbortSignal,
  startTimeoutMs = START_TIMEOUT_MS,
): Promise<string | null> {
  // The installer itself reports nothing in the first 30 s.
  const downloadFolder = mkdtempSync(join(tmpdir(), 'watchfloor-electron-'));
  const { stderr, environment } = terminal;
  stderr.write(`Fetching Electron for the desktop app, ${ABOUT_SIZE}, only once …\n`);
  const child = spawn(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      // Without this the installer ignores HTTPS_PROXY.
      ELECTRON_GET_USE_PROXY: '1',
      TMPDIR: downloadFolder,
      TMP: downloadFolder,
      TEMP: downloadFolder,
      [SECRET_VARIABLE]: undefined,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MAX_OUTPUT_LENGTH)));
  let givenUp: string | null = null;
  const giveUp = (why: string): void => {
    givenUp ??= why;
    child.kill('SIGKILL');
  };
  void whenAborted(stopSignal).then(() => giveUp('it was stopped'));

  const progress = new Progress(terminal, '');
  let [bytes, changedAt] = [0, performance.now()];
  const looking = setInterval(() => {
    const now = performance.now();
    const arrived = bytesIn(downloadFolder);
    if (arrived !== bytes) changedAt = now;
    bytes = arrived;
    progress.show(`${sizeText(bytes)} of ${ABOUT_SIZE}`);
    const isLate = now - changedAt > (bytes === 0 ? startTimeoutMs : STALL_TIMEOUT_MS);
    if (isLate) giveUp(bytes === 0 ? 'the network sent nothing' : 'the download stalled');
  }, POLL_INTERVAL_MS);
  try {
    const code = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null));
      child.on('close', resolve);
    });
    if (code === 0 && existsSync(join(folder, 'path.txt'))) return null;
    // A partial binary is useless and may be what fills the disk.
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    return `Electron could not be fetched: ${givenUp ?? installFailureReason(output)}`;
  } finally {
    clearInterval(looking);
    progress.end();
    rmSync(downloadFolder, { recursive: true, force: true });
  }
}

export function installFailureReason(output: string): string {
  if (/checksum/i.test(output)) return 'the download does not match the checksum in its package';
  if (output.includes('ENOSPC')) return 'the disk is full';
  const status = /Response code (\d{3})/.exec(output)?.[1];
  if (status !== undefined) return `the server answered HTTP ${status}`;
  if (/terminated|other side closed|ECONNRESET/.test(output)) return 'the download was cut off';
  if (output.includes('fetch failed')) return 'the download server cannot be reached';
  const code = /\b(E[A-Z]{3,}(?:_[A-Z]+)*|UND_ERR_[A-Z_]+)\b/.exec(output)?.[1];
  return code === undefined ? 'its installer failed' : `its installer failed (${code})`;
}

function bytesIn(folder: string): number {
  return globSync('**/*.zip', { cwd: folder }).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
