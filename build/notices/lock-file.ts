/** Reads `package-lock.json`. A path is the folder where npm installs a package: `node_modules/a/node_modules/b`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  /** Published name; only set for an alias. */
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  /** True for packages that only development needs, which includes bundled packages. */
  readonly dev?: boolean;
  /** True for a workspace, which is a folder of this project. */
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const INSTALLED = 'node_modules/';

export type Lock = ReadonlyMap<string, LockedPackage>;

/** Packages that only a workspace needs count as packages for development: a workspace is not published. */
export function readLock(root: string): Lock {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm's own form
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const entries = Object.entries(packages);
  const workspaces = entries.filter(([path]) => path !== '' && !path.startsWith(INSTALLED));
  const ofWorkspaces = new Set(
    workspaces.flatMap(([, one]) => Object.keys({ ...one.dependencies, ...one.optionalDependencies })),
  );
  return new Map(
    entries
      .filter(([path, { link = false }]) => path.startsWith(INSTALLED) && !link)
      .map(([path, one]) => [path, ofWorkspaces.has(path.slice(INSTALLED.length)) ? { ...one, dev: true } : one]),
  );
}

export const packageName = (path: string, { name }: LockedPackage): string =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Returns the path at which Node resolves `name` from the package at `path`, or null if npm does not install it. */
export function resolvePackage(lock: Lock, path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.has(found)) return found;
    if (folder === '') return null;
  }
}
