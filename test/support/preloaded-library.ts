/** Compiles C sources for `LD_PRELOAD`, which replace calls of libc in a program. Linux only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installedProgram } from './session-bus.ts';

const COMPILER = 'cc';

/** Returns why nothing can be compiled here, or null if it can. */
export function missingCompiler(): string | null {
  if (process.platform !== 'linux') return 'no Linux';
  return installedProgram(COMPILER) === null ? `no ${COMPILER}` : null;
}

/** @returns `path` */
export async function compileLibrary(source: string, path: string, ...options: readonly string[]): Promise<string> {
  const compiler = spawn(COMPILER, ['-x', 'c', '-', '-shared', '-fPIC', ...options, '-o', path], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  compiler.stdin.end(source);
  const [status] = (await once(compiler, 'close')) as [number];
  if (status !== 0) throw new Error(`${path} was not compiled`);
  return path;
}
