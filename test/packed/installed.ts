/**
 * Packs the build as the tarball that users install, installs it into an empty prefix, and calls its command from an
 * unrelated folder.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export const checkout = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Environment with the given Node, without the tools of the checkout and the variables of the test runner. */
export function environment(home: string, node = process.execPath): Record<string, string> {
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { PATH: [dirname(node), ...path].join(':'), HOME: home, LANG: 'C.UTF-8' };
}

/** Installs packages of the registry or a file with npm, in a folder of their own or globally. */
export function npmInstall(into: string, ...what: string[]) {
  const options = ['install', '--prefix', into, '--prefer-offline', '--no-audit', '--no-fund', ...what];
  return run('npm', options, { cwd: into });
}

/** Makes the tarball in the folder. Without scripts, because the build is recent and the other suites ran it. */
async function pack(folder: string): Promise<{ readonly tarball: string; readonly files: readonly string[] }> {
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', options, { cwd: checkout, maxBuffer: 10_000_000 });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  if (packed === undefined) throw new Error(`nothing was packed: ${stdout}`);
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}

/** Installs another Node in the folder and returns its path. */
export async function otherNode(folder: string, version: string): Promise<string> {
  const into = join(folder, `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  await mkdir(into);
  await npmInstall(into, `${name}@${version}`);
  return join(into, 'node_modules', name, 'bin/node');
}

export class Installed {
  readonly files: readonly string[];
  readonly package: string;
  readonly tarball: string;
  /** The Node that runs the commands. */
  readonly #node: string;
  readonly #folder: string;
  readonly #running: ChildProcess[] = [];

  private constructor(folder: string, node: string, { tarball, files }: Awaited<ReturnType<typeof pack>>) {
    this.#folder = folder;
    this.#node = node;
    this.tarball = tarball;
    this.files = files;
    this.package = join(folder, 'prefix/lib/node_modules/watchfloor');
  }

  /** @param nodeVersion the Node that runs the commands on Linux */
  static async create(nodeVersion: string): Promise<Installed> {
    const folder = await mkdtemp(join(tmpdir(), 'watchfloor-installed-'));
    for (const name of ['prefix', 'home', 'elsewhere']) await mkdir(join(folder, name));
    const packed = await pack(folder);
    const [node] = await Promise.all([
      process.platform === 'linux' ? otherNode(folder, nodeVersion) : process.execPath,
      npmInstall(join(folder, 'prefix'), '--global', packed.tarball),
    ]);
    return new Installed(folder, node, packed);
  }

  get dataDir(): string {
    return join(this.#folder, 'data');
  }

  get home(): string {
    return join(this.#folder, 'home');
  }

  start(args: readonly string[], more: Record<string, string> = {}): Called {
    const child = spawn(join(this.#folder, 'prefix/bin/watchfloor'), args, {
      cwd: join(this.#folder, 'elsewhere'),
      env: { ...environment(this.home, this.#node), ...more },
    });
    this.#running.push(child);
    return new Called(child);
  }

  async output(...args: string[]): Promise<string> {
    const called = this.start(args);
    const code = await called.exit;
    if (code !== 0) throw new Error(`watchfloor ${args.join(' ')} ended with ${code}:\n${called.printed}`);
    return called.printed;
  }

  async outputs(calls: readonly (readonly string[])[]): Promise<string[]> {
    const entry = pathToFileURL(join(this.package, 'out/main/cli.js')).href;
    const program = `
      const { runCommandLine } = await import(${JSON.stringify(entry)});
      for (const call of ${JSON.stringify(calls)}) {
        if ((await runCommandLine([process.execPath, 'watchfloor', ...call])) !== 0) throw new Error(call.join(' '));
        process.stdout.write('\\0');
      }`;
    const { stdout } = await run(this.#node, ['--input-type=module', '--eval', program], {
      cwd: join(this.#folder, 'elsewhere'),
      env: environment(this.home, this.#node),
      maxBuffer: 10_000_000,
    });
    return stdout.split('\0').slice(0, -1);
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL');
    // Retries, because a command that started another Node.js still writes its compile cache when it ends.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

export class Called {
  printed = '';
  readonly exit: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
    const hear = (text: string) => (this.printed += text);
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    this.exit = once(child, 'close').then(([code]) => code as number | null);
  }

  /** Waits for text that matches. Rejects if the command ends without it. */
  async waitForText(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.printed);
      if (match !== null) return match;
      if (this.#child.exitCode !== null) throw new Error(`${pattern} was not said in:\n${this.printed}`);
      await Promise.race([once(this.#child.stdout!, 'data'), once(this.#child.stderr!, 'data'), this.exit]);
    }
  }

  stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.exit;
  }
}
