/**
 * Stands in for Electron's `utilityProcess`: a Node with `process.parentPort` in place of `process.send`. As Electron
 * says it: there is no pid and no killing before `spawn`, and `kill` is a SIGTERM.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';

/** Every process since a test emptied it, oldest first. */
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
  isGone = false;
  readonly #node: ChildProcess;

  private constructor(asked: readonly [string, string[], object]) {
    super();
    this.forkArguments = asked;
    const preload = `data:text/javascript,${encodeURIComponent(PARENT_PORT)}`;
    this.#node = fork(asked[0], asked[1], {
      execArgv: ['--import', preload],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#node.once('spawn', () => {
      this.pid = this.#node.pid;
      this.emit('spawn');
    });
    this.#node.on('message', (said: { data: unknown } | { fatal: true }) => {
      if ('fatal' in said) this.emit('error', 'FatalError', '', '');
      else this.emit('message', said.data);
    });
    this.#node.once('exit', (code) => {
      this.pid = undefined;
      this.isGone = true;
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
  /** What a failed test leaves behind would run for ever. */
  forget(): void {
    this.#node.kill('SIGKILL');
  }
}
