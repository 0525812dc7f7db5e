import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts an installed program. @returns a function that stops it, and resolves when it has ended */
export function startProgram(name: string, options: readonly string[]): () => Promise<void> {
  const child = spawn(name, options, { stdio: 'ignore' });
  const closed = once(child, 'close');
  return async () => {
    child.kill();
    await closed;
  };
}
