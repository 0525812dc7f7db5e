#!/usr/bin/env node
// The `watchfloor` command. The published package needs Node 22.15, the first with zstd; its simulator runs on Node 20 too.
// A checkout runs its sources on Node 24, which `npm ci` installs; an older Node that was called instead passes the call
// on. Plain JavaScript without newer syntax, so that an old Node can read it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants, homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const root = new URL('..', import.meta.url);
const here = (path) => fileURLToPath(new URL(path, root));
const isCheckout = existsSync(here('src-main/hosts/cli/main.ts'));

/**
 * Flags of V8 for a process that runs all day or reads a complete store, which keep its memory small. Its young generation
 * would grow to 24 MB while the program loads, and stay there. The old one would grow to four times its live size. With
 * half of it to spare instead of three quarters, storing events takes 5 % more processor time, and as much memory.
 *
 * The last one compiles a function after more calls: at ten events a second the compiler otherwise wakes its threads 70
 * times a second in the first minute. Storing events at full speed takes as much processor time.
 */
const LONG_RUNNING = ['--max-semi-space-size=2', '--heap-growing-percent=75', '--invocation-count-for-maglev=3000'];

const runsLong = ['start', 'collect', 'export'].includes(process.argv[2]);

/** Each thread of SQLite and V8 would get an arena of its own from glibc, which keeps what was freed: 50 MB after a burst. */
const smallMemory = () => ({ ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2' });

/**
 * Replaces this process with one that has these settings, because V8 and the allocator read them only when a process
 * starts. It keeps its id, its terminal and its parent. Costs 25 ms.
 */
function restart() {
  // Windows cannot replace a process, and a channel to the parent would be lost. This flag also works later.
  if (process.execve === undefined || process.platform === 'win32' || process.channel) {
    setFlagsFromString(LONG_RUNNING[1]);
    return;
  }
  const args = [process.execPath, ...LONG_RUNNING, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, smallMemory());
}

async function runHere() {
  if (runsLong && !process.execArgv.includes(LONG_RUNNING[0])) restart();
  keepCompiledCode();
  // A checkout runs its sources, unless the tests ask for the bundle.
  const fromSources = isCheckout && process.env.WATCHFLOOR_BUNDLE !== '1';
  const { runCommandLine } = await import(
    new URL(fromSources ? 'src-main/hosts/cli/main.ts' : 'out/main/cli.js', root).href
  );
  await runCommandLine(process.argv);
}

/**
 * Caches compiled code, because compiling takes half the time of a short command. The folder must belong to this user:
 * code in the shared temporary folder could come from any user.
 */
function keepCompiledCode() {
  // Workers and child processes read this variable.
  if (!process.env.NODE_COMPILE_CACHE) {
    const home = homeFolder();
    if (home === null) return;
    process.env.NODE_COMPILE_CACHE = join(cacheFolder(home), 'watchfloor', 'compiled');
  }
  // Node 20 has no such cache.
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
}

function cacheFolder(home) {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA || join(home, 'AppData', 'Local');
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches');
  // A relative path would depend on the working directory, which may belong to another user.
  return isAbsolute(process.env.XDG_CACHE_HOME || '') ? process.env.XDG_CACHE_HOME : join(home, '.cache');
}

/** Returns null if this user has none. Ignores an empty or relative `HOME`. */
function homeFolder() {
  try {
    return isAbsolute(homedir()) ? homedir() : userInfo().homedir;
  } catch {
    return null;
  }
}

/**
 * Runs the command in another Node. The child uses the same terminal. The closed channel shows it that this process has
 * ended, even after a SIGKILL.
 */
function passOn(node) {
  const flags = runsLong ? LONG_RUNNING : [];
  const child = spawn(node, [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...(runsLong ? smallMemory() : process.env), WATCHFLOOR_PASSED_ON: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
  });
}

const [major, minor] = process.versions.node.split('.').map(Number);
const isAtLeast = (otherMajor, otherMinor) => major > otherMajor || (major === otherMajor && minor >= otherMinor);
const isSimulator = process.argv[2] === 'simulator';
const fromNpm = here(
  `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/node${process.platform === 'win32' ? '.exe' : ''}`,
);
if (isCheckout ? isAtLeast(24, 0) : isAtLeast(22, 15) || (isSimulator && isAtLeast(20, 0))) await runHere();
else if (isCheckout && existsSync(fromNpm)) passOn(fromNpm);
else {
  console.error(
    isCheckout
      ? `A checkout of Watchfloor needs Node 24; this is ${process.version}. Run \`npm ci\`, or install Node 24.`
      : `Watchfloor needs Node 22.15 or later; this is ${process.version}. Only \`watchfloor simulator\` runs on Node 20.`,
  );
  process.exitCode = 1;
}
