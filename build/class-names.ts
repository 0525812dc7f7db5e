/**
 * What the classes of the page are called where it is built: a sheet's number and a class's number in it, written into
 * the modules in place of `styles['name']`. Long names, and a table of them for each sheet, were 15 kB to load. A class
 * that its sheet does not have ends the build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const IMPORT = /^import (\w+) from ('([^']+\.module\.css)');$/gm;

/** The names of all classes under `folder`. The same sources have the same names, in whatever order they are built. */
export class ClassNames {
  readonly #sheets: ReadonlyMap<string, readonly string[]>;

  constructor(folder: string) {
    const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.module.css'))
      .toSorted()
      .map((path) => resolve(folder, path));
    this.#sheets = new Map(sheets.map((path) => [path, classesOf(readFileSync(path, 'utf8'))]));
  }

  of(name: string, sheet: string): string {
    // As this system writes paths: the build writes all of them with slashes.
    const path = resolve(sheet);
    const number = [...this.#sheets.keys()].indexOf(path);
    const place = this.#sheets.get(path)?.indexOf(name) ?? -1;
    if (place < 0) throw new Error(`There is no class "${name}" in ${sheet}.`);
    return `_${number.toString(36).padStart(2, '0')}${place.toString(36)}`;
  }

  /** One `styles` that is used otherwise than with a name written out keeps its table. */
  written(code: string, module: string): string {
    return [...code.matchAll(IMPORT)].reduce((before, [line, local = '', , path = '']) => {
      const sheet = join(dirname(module), path);
      const named = before.replaceAll(new RegExp(`\\b${local}\\['([\\w-]+)'\\]`, 'g'), (_, name: string) =>
        JSON.stringify(this.of(name, sheet)),
      );
      return named.replace(line, `${line}import '${path}';`);
    }, code);
  }
}

/** In order of their first selector; a name in a comment only takes a number. */
function classesOf(sheet: string): readonly string[] {
  return [...new Set([...sheet.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))];
}

export function classNames(names: ClassNames): Plugin[] {
  return [
    {
      name: 'class-names',
      enforce: 'pre',
      transform: (code, module) =>
        module.endsWith('.tsx') || module.endsWith('.ts') ? { code: names.written(code, module), map: null } : null,
    },
    {
      name: 'class-names-sheets',
      enforce: 'post',
      // A sheet of whose table nothing is used is none the less a sheet.
      transform: (code, module) =>
        module.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
    },
  ];
}
