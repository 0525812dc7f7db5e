/**
 * Runs the app as a child; if one ends, the other ends, too. Electron may fail although its binary and a display exist.
 * It must have ended before the caller continues: two backends would compete for one store.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { STARTUP_REPORT_VARIABLE, parseStartupLine, type StartupMessage } from '../../electron/startup-messages.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { whenAborted } from '../../../../src-shared/lib/when-aborted.ts';

export type ElectronResult =
  | { readonly kind: 'ended'; readonly exitCode: number }
  /** Electron ended without a window and without a message to the user. `why` is a clause. */
  | { readonly kind: 'never-shown'; readonly why: string };

interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Enough to find the reason, which Chromium prints in one of its last lines. */
const MAX_OUTPUT_LENGTH = 16_384;
/** Another Electron process that outlives the first one may keep the pipes open. */
const OUTPUT_DRAIN_MS = 300;

export async function runElectron(
  terminal: Pick<Terminal, 'stdout' | 'stderr' | 'environment'>,
  binary: string,
  args: readonly string[],
  stopSignal: AbortSignal,
): Promise<ElectronResult> {
  const child = spawn(binary, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: electronEnvironment(terminal.environment),
  });
  void whenAborted(stopSignal).then(() => child.kill('SIGTERM'));
  let message: StartupMessage | null = null;
  let output = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    const received = parseStartupLine(line);
    if (received === null) terminal.stdout.write(`${line}\n`);
    message ??= received;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    terminal.stderr.write(chunk);
    output = (output + chunk.toString()).slice(-MAX_OUTPUT_LENGTH);
  });

  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const ending = await new Promise<ProcessExit | NodeJS.ErrnoException>((resolve) => {
    child.on('error', resolve);
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
  if (ending instanceof Error)
    return { kind: 'never-shown', why: `the Electron binary cannot be run (${ending.code ?? ending.message})` };
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, OUTPUT_DRAIN_MS))]);

  const { code, signal } = ending;
  if (message === null && code !== 0 && !stopSignal.aborted)
    return { kind: 'never-shown', why: earlyExitReason(output, ending) };
  return { kind: 'ended', exitCode: code ?? (signal === null ? 1 : 128 + constants.signals[signal]) };
}

/** Removes a variable that terminals of Electron-based editors set and that would turn Electron into plain Node. */
export function electronEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...others } = environment;
  return { ...others, [STARTUP_REPORT_VARIABLE]: '1' };
}

export function earlyExitReason(output: string, { code, signal }: ProcessExit): string {
  if (/running as root without --no-sandbox/i.test(output)) return 'Electron does not run as root';
  if (/SUID sandbox helper|no usable sandbox|zygote_host_impl|sandbox_linux/i.test(output))
    return "this computer does not allow Chromium's sandbox (docs/desktop.md says how it can)";
  const library = /error while loading shared libraries: ([\w.+-]+)/.exec(output)?.[1];
  if (library !== undefined) return `a library that Electron needs is missing (${library})`;
  if (
    /missing X server|(cannot|unable to|failed to) (open|connect to) (the )?(X |wayland )?(display|server)/i.test(
      output,
    )
  )
    return 'Electron cannot open the display';
  return `Electron ended before it showed a window (${signal ?? `exit code ${code}`})`;
}
