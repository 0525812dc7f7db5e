/** Finds the licence texts of a package: in its folder, in the package that it belongs to, or in `build/licences`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, type LockedPackage, packageName, resolvePackage } from './lock-file.ts';

const LICENCE_FILE = /^(?:un)?licen[cs]e|^copying/i;
/** Notices for the contents of a package that its licences require: Rust crates, adapted code, an Apache NOTICE. */
const MORE_FILE = /third[-_ ]?party|^notice/i;

/**
 * @returns the licences first, then the notices for the contents @throws Error that names a package without a licence
 */
export function licenceTexts(root: string, lock: Lock, path: string): string[] {
  const one = lock.get(path);
  if (one === undefined) throw new Error(`The package at ${path} is not in package-lock.json: run npm install.`);
  const name = packageName(path, one);
  const { licences, more } = textsIn(join(root, path));
  const found = [licences, textsOfParentPackage(root, lock, path, one), collectedTexts(root, name)].find(
    (texts) => texts.length > 0,
  );
  if (found === undefined)
    throw new Error(
      `${name} ${one.version} ships without a licence text: its package has none. Put the text of its repository into build/licences/${name}.txt.`,
    );
  return [...found, ...more];
}

export function textsIn(folder: string): { licences: string[]; more: string[] } {
  const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const names = files.filter((file) => file.isFile()).map((file) => file.name);
  const read = (matches: (name: string) => boolean) =>
    names
      .filter(matches)
      .toSorted()
      .map((name) => plainText(readFileSync(join(folder, name), 'utf8')))
      .filter((text) => text !== '');
  return {
    licences: read((name) => LICENCE_FILE.test(name) && !MORE_FILE.test(name)),
    more: read((name) => MORE_FILE.test(name)),
  };
}

/** Returns the licence of the package that selects this platform-specific one. */
function textsOfParentPackage(root: string, lock: Lock, path: string, { version, license }: LockedPackage): string[] {
  const parent = [...lock].find(
    ([parentPath, one]) =>
      one.version === version &&
      one.license === license &&
      Object.keys(one.optionalDependencies ?? {}).some((name) => resolvePackage(lock, parentPath, name) === path),
  );
  return parent === undefined ? [] : textsIn(join(root, parent[0])).licences;
}

function collectedTexts(root: string, name: string): string[] {
  const file = join(root, 'build/licences', `${name}.txt`);
  const text = existsSync(file) ? plainText(readFileSync(file, 'utf8')) : '';
  return text === '' ? [] : [text];
}

/** Normalizes line ends and spaces, so that equal texts from different systems become equal. */
function plainText(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
}
