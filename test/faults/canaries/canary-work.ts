/** A workplace whose every command is overheard, and the ways of a person through a sign-in there. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_VARIABLE } from '../../../src-main/adapters/sign-in/client-secret.ts';
import { type InProcessCommand, type RunningCommand, Workplace } from '../../support/command.ts';
import { canary, type CanaryService } from './canary-service.ts';
import type { Outputs } from './outputs.ts';

/** Shared by all processes: below each one's own HOME, all code would be compiled again, and looked through. */
const COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'watchfloor-compile-cache');

export type Flow = 'clientCredentials' | 'authorizationCode';

export class CanaryWork {
  readonly outputs: Outputs;
  readonly service: CanaryService;
  readonly workplace: Workplace;
  /** What a host may keep the vault's key in, where there is no keychain. */
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

  /** A process in this workplace, with the vault's key file. */
  begin(name: string, args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
    return this.workplace.run(this.#call(name, args), {
      HOME: this.workplace.folder,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      [SECRET_VARIABLE]: '',
      ...environment,
    });
  }

  /** The same command in the test's own process. */
  beginHere(
    name: string,
    args: readonly string[],
    environment: Record<string, string> = {},
    input?: string,
  ): InProcessCommand {
    return this.workplace.runInProcess(this.#call(name, args), { [SECRET_VARIABLE]: '', ...environment }, input);
  }

  /** Runs a command to its end in the test's own process and adds its output. */
  async run(
    name: string,
    args: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<InProcessCommand> {
    const command = this.beginHere(name, args, environment);
    await command.exit;
    this.overhear(name, command);
    return command;
  }

  /** Does the same in a process: secrets that another command registered are not redacted there. */
  async runApart(
    name: string,
    args: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<RunningCommand> {
    const command = this.begin(name, args, environment);
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
    const command = this.beginHere('secret set', ['--profile', profile], {}, secret);
    await command.exit;
    this.overhear('secret set', command);
  }

  /** Signs in on the command line; `back`: what the browser does with the address it is sent back to. */
  async signIn(
    profile: string,
    back: (callback: string) => Promise<void> = (callback) => this.follow(callback),
  ): Promise<InProcessCommand> {
    const command = this.beginHere('sign-in', ['--profile', profile, '--no-open']);
    const [, address = ''] = await command.waitForText(/^Open: (\S+)$/m);
    await back(await this.callbackOf(address));
    await command.exit;
    this.overhear('sign-in', command);
    return command;
  }

  /** Where the issuer sends the browser back to. */
  async callbackOf(address: string): Promise<string> {
    const { headers } = await fetch(address, { redirect: 'manual' });
    return headers.get('location') ?? '';
  }

  /** As a browser follows it, to the page that it shows at last; all that it is given is overheard. */
  async follow(callback: string, init: RequestInit = {}): Promise<void> {
    let next: string | null = callback;
    while (next !== null) {
      // oxlint-disable-next-line no-await-in-loop -- one page leads to the next
      const answer: Response | null = await fetch(next, { ...init, redirect: 'manual' }).catch(() => null);
      if (answer === null) return;
      const location: string | null = answer.headers.get('location');
      const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      // oxlint-disable-next-line no-await-in-loop -- as above
      this.outputs.add('redirect listener', `${head}\n\n${await answer.text()}`);
      next = location === null ? null : new URL(location, next).href;
    }
  }

  /** Everything on the disk but what the test itself put there. */
  searchDisk(): void {
    this.outputs.addFiles('files', this.workplace.folder, new Set([this.keyFile]));
  }

  async end(): Promise<void> {
    this.searchDisk();
    await this.workplace.close();
  }
}
