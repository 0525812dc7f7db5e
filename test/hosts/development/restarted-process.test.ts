/** Tests the backend under `npm run dev`, a program that starts again after each change, with real Node processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { RestartedProcess } from '../../../build/dev/restarted-process.ts';

/** Runs until SIGTERM and then exits with 0, as the backend does. */
const RUNS = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 1e6); console.log('runs')`;

/**
 * Creates a restarted program and follows its starts.
 * @param scripts script of each start; the last one for all later starts
 */
function program(...scripts: string[]) {
  const started: ChildProcess[] = [];
  let alive = 0;
  let maxConcurrent = 0;
  const restarted = new RestartedProcess({
    prepare: async () => undefined,
    start() {
      const script = scripts[Math.min(started.length, scripts.length - 1)] ?? '';
      const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'ignore'] });
      started.push(child);
      alive += 1;
      maxConcurrent = Math.max(maxConcurrent, alive);
      child.on('exit', () => (alive -= 1));
      return child;
    },
  });
  return {
    restarted,
    started,
    maxConcurrent: () => maxConcurrent,
    runs: async (count: number): Promise<void> => {
      await vi.waitFor(() => expect(started).toHaveLength(count), { timeout: 60_000 });
      await once(started[count - 1]!.stdout!, 'data');
    },
  };
}

test('a changed backend ends and starts again, never twice at the same time, however many changes come', async () => {
  const { restarted, runs, maxConcurrent } = program(RUNS);
  const end = restarted.run();
  await runs(1);
  restarted.change();
  restarted.change();
  await runs(2);
  restarted.stop();
  expect(await end).toBe(0);
  expect(maxConcurrent()).toBe(1);
});

test('a backend that ends with an error waits for the next change', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  const { restarted, started, runs } = program('process.exit(3)', RUNS);
  const end = restarted.run();
  await vi.waitFor(() => expect(consoleError).toHaveBeenCalledOnce(), { timeout: 60_000 });
  expect(started).toHaveLength(1);
  restarted.change();
  await runs(2);
  restarted.stop();
  expect(await end).toBe(0);
  consoleError.mockRestore();
});

test('a backend that the user quits also ends the development', async () => {
  const { restarted, started } = program('process.exit(0)');
  expect(await restarted.run()).toBe(0);
  expect(started).toHaveLength(1);
});
