/**
 * Replaces Electron's `utilityProcess` with a Node.js process that has `process.parentPort` instead of `process.send`.
 * As documented by Electron, there is no pid before `spawn` and a process cannot be killed before it; `kill` sends
 * SIGTERM.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';

/** All processes, oldest first, since a test emptied the list. */
export const startedProcesses: UtilityProcess[] = [];

const PARENT_PORT = `
  const { EventEmitter } = await import('node:events');
  const port = new EventEmitter();
  port.postMessage = (data) => process.send({ data });
  port.fatal = () => { process.send({ fatal: true }); process.exit(1); };
  process.on('message', (data) => port.emit('message', { data }));
  process.on('disconnect', () => process.exit());
  process.parentPort = port;`;

export class UtilityProcess extends EventEmitter {
  static fork(modulePath: string, args: string[], options: object): UtilityProcess {
    const child = new UtilityProcess([modulePath, args, options]);
    startedProcesses.push(child);
    return child;
  }

  readonly forkArguments: readonly [string, string[], object];
  pid: number | undefined;
  wasSpawnedBeforeKill = true;
  hasExited = false;
  readonly #node: ChildProcess;

  private constructor(forked: readonly [string, string[], object]) {
    super();
    this.forkArguments = forked;
    const preload = `data:text/javascript,${encodeURIComponent(PARENT_PORT)}`;
    this.#node = fork(forked[0], forked[1], {
      execArgv: ['--import', preload],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#node.once('spawn', () => {
      this.pid = this.#node.pid;
      this.emit('spawn');
    });
    this.#node.on('message', (received: { data: unknown } | { fatal: true }) => {
      if ('fatal' in received) this.emit('error', 'FatalError', '', '');
      else this.emit('message', received.data);
    });
    this.#node.once('exit', (code) => {
      this.pid = undefined;
      this.hasExited = true;
      this.emit('exit', code ?? 0);
    });
  }
  postMessage(message: object): void {
    this.#node.send(message, () => undefined);
  }
  kill(): boolean {
    if (this.pid === undefined) this.wasSpawnedBeforeKill = false;
    else this.#node.kill('SIGTERM');
    return this.pid !== undefined;
  }
  /** Kills the process, so that a failed test leaves none running. */
  forget(): void {
    this.#node.kill('SIGKILL');
  }
}
