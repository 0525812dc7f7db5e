/** A workplace that records the output of every command, and the steps of a user through a sign-in. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_VARIABLE } from '../../../src-main/adapters/sign-in/client-secret.ts';
import type { Clock } from '../../../src-main/core/ports/clock.ts';
import { type InProcessCommand, type RunningCommand, Workplace } from '../../support/command.ts';
import { canary, type CanaryService } from './canary-service.ts';
import type { Outputs } from './outputs.ts';

/**
 * Shared by all processes. In a HOME of their own, each would compile all code again, and that would be searched, too.
 */
const COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'watchfloor-compile-cache');

export type Flow = 'clientCredentials' | 'authorizationCode';

export class CanaryWork {
  readonly outputs: Outputs;
  readonly service: CanaryService;
  readonly workplace: Workplace;
  readonly keyFile: string;

  private constructor(service: CanaryService, outputs: Outputs, workplace: Workplace, keyFile: string) {
    this.service = service;
    this.outputs = outputs;
    this.workplace = workplace;
    this.keyFile = keyFile;
  }

  static async create(service: CanaryService, outputs: Outputs): Promise<CanaryWork> {
    const workplace = await Workplace.create();
    const keyFile = join(workplace.folder, 'vault-key');
    await writeFile(keyFile, service.remember('vault key', `${canary(true)}${canary(true)}`), { mode: 0o600 });
    return new CanaryWork(service, outputs, workplace, keyFile);
  }

  async profile(flow: Flow, changes: Record<string, unknown> = {}): Promise<string> {
    const path = join(this.workplace.folder, `${flow}.json`);
    await writeFile(
      path,
      JSON.stringify({ ...this.service.profile, id: `canary-${flow.toLowerCase()}`, flow, ...changes }),
    );
    return path;
  }

  start(name: string, args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
    return this.workplace.run(this.#call(name, args), {
      HOME: this.workplace.folder,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      [SECRET_VARIABLE]: '',
      ...environment,
    });
  }

  /** Starts the same command in the process of the test. */
  startHere(
    name: string,
    args: readonly string[],
    environment: Record<string, string> = {},
    input?: string,
    clock?: Clock,
  ): InProcessCommand {
    return this.workplace.runInProcess(this.#call(name, args), { [SECRET_VARIABLE]: '', ...environment }, input, clock);
  }

  async run(
    name: string,
    args: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<InProcessCommand> {
    const command = this.startHere(name, args, environment);
    await command.exit;
    this.overhear(name, command);
    return command;
  }

  /** Runs a command in a separate process, which does not redact the secrets of other commands. */
  async runApart(
    name: string,
    args: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<RunningCommand> {
    const command = this.start(name, args, environment);
    await command.exit;
    this.overhear(name, command);
    return command;
  }

  #call(name: string, args: readonly string[]): string[] {
    return [...name.split(' '), ...args, '--data-dir', this.workplace.dataDir, '--vault-key-file', this.keyFile];
  }

  overhear(name: string, command: { readonly stdout: string; readonly stderr: string }): void {
    this.outputs.add(`stdout of ${name}`, command.stdout);
    this.outputs.add(`stderr of ${name}`, command.stderr);
  }

  async giveSecret(profile: string, secret: string): Promise<void> {
    const command = this.startHere('secret set', ['--profile', profile], {}, secret);
    await command.exit;
    this.overhear('secret set', command);
  }

  /**
   * Signs in on the command line.
   * @param back opens the address to which the browser is redirected
   */
  async signIn(
    profile: string,
    back: (callback: string) => Promise<void> = (callback) => this.follow(callback),
  ): Promise<InProcessCommand> {
    const command = this.startHere('sign-in', ['--profile', profile, '--no-open']);
    const [, address = ''] = await command.waitForText(/^Open: (\S+)$/m);
    await back(await this.callbackOf(address));
    await command.exit;
    this.overhear('sign-in', command);
    return command;
  }

  async callbackOf(address: string): Promise<string> {
    const { headers } = await fetch(address, { redirect: 'manual' });
    return headers.get('location') ?? '';
  }

  /** Follows the redirects as a browser does, and records all answers. */
  async follow(callback: string, init: RequestInit = {}): Promise<void> {
    let next: string | null = callback;
    while (next !== null) {
      const answer: Response | null = await fetch(next, { ...init, redirect: 'manual' }).catch(() => null);
      if (answer === null) return;
      const location: string | null = answer.headers.get('location');
      const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      this.outputs.add('redirect listener', `${head}\n\n${await answer.text()}`);
      next = location === null ? null : new URL(location, next).href;
    }
  }

  searchDisk(): void {
    this.outputs.addFiles('files', this.workplace.folder, new Set([this.keyFile]));
  }

  async end(): Promise<void> {
    this.searchDisk();
    await this.workplace.close();
  }
}
