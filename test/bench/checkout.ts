/** A checkout whose commands and readers are measured: this one, or another one that is built (`--of`). */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as caseReader from '../../src-main/adapters/sqlite/cases/case-reader.ts';
import type * as eventReader from '../../src-main/adapters/sqlite/events/event-reader.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';

/**
 * Parts of the product whose versions a figure depends on, each with the file that states its version. A figure is
 * stale if one of its cores is more than one version further (`document.ts`).
 */
const CORES = {
  package: ['package.json', /"version": "0\.(\d+)/g],
  store: ['src-main/adapters/sqlite/events/files/open-database.ts', /migrations\/(\d+)-/g],
  decoder: ['src-shared/domain/event/decode-event.ts', /DECODER_VERSION = (\d+)/g],
  search: ['src-main/adapters/sqlite/events/search/search-database.ts', /^ {2}version: (\d+)/gm],
  'case-tables': ['src-main/adapters/sqlite/cases/case-database.ts', /^ {2}version: (\d+)/gm],
  'case-rules': ['src-main/core/cases/projection/case-reducer.ts', /CASE_REDUCER_VERSION = (\d+)/g],
  inventory: ['src-main/adapters/sqlite/inventory/inventory-database.ts', /^ {2}version: (\d+)/gm],
} as const;
export type Core = keyof typeof CORES;

export class Checkout {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get launcher(): string {
    return join(this.root, 'build/watchfloor.js');
  }

  /** Uses the bundle if it is newer than the sources, because users run the bundle. */
  get environment(): NodeJS.ProcessEnv {
    return { ...process.env, WATCHFLOOR_BUNDLE: this.isBuilt() ? '1' : '' };
  }

  isBuilt(): boolean {
    if (process.env['WATCHFLOOR_BUNDLE'] !== undefined) return process.env['WATCHFLOOR_BUNDLE'] === '1';
    const bundle = join(this.root, 'out/main/cli.js');
    if (!existsSync(bundle)) return false;
    const builtAt = statSync(bundle).mtimeMs;
    return ['src-main', 'src-shared', 'src-simulator'].every((folder) =>
      readdirSync(join(this.root, folder), { recursive: true, withFileTypes: true }).every(
        (entry) => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs <= builtAt,
      ),
    );
  }

  /** Returns the last commit that changed what is measured. */
  commit(): string {
    const parts = [
      'src-main',
      'src-shared',
      'src-renderer',
      'src-simulator',
      'package-lock.json',
      'electron.vite.config.ts',
    ];
    const args = ['log', '-1', '--format=%h', '--abbrev=8', '--', ...parts, 'build/watchfloor.js'];
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8' }).trim();
  }

  /** @throws if a file does not state its version where `CORES` expects it */
  version(core: Core): number {
    const [file, pattern] = CORES[core];
    const found = [...readFileSync(join(this.root, file), 'utf8').matchAll(pattern)].map(([, number]) =>
      Number(number),
    );
    if (found.length === 0) throw new Error(`${file} states no version of ${core}; correct CORES in checkout.ts`);
    return Math.max(...found);
  }

  async openEvents(path: string): Promise<EventReader> {
    const module = await this.#load('src-main/adapters/sqlite/events/event-reader.ts');
    return (module as typeof eventReader).openEventReader(path);
  }

  async openCases(path: string) {
    const module = await this.#load('src-main/adapters/sqlite/cases/case-reader.ts');
    return (module as typeof caseReader).openCaseProjectionReader(path);
  }

  #load(path: string): Promise<unknown> {
    return import(join(this.root, path));
  }
}

export const HERE = new Checkout(fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, ''));
