/** Lists all third-party parts that are shipped. Notices and SBOM are made from this list. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LicenceNotices, PartLocation } from '../../src-shared/api/licence-notices.ts';
import { licenceTexts, textsIn } from './licence-texts.ts';
import { type Lock, packageName, readLock, resolvePackage } from './lock-file.ts';

export interface ShippedPart {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly places: readonly PartLocation[];
  /** Package URL, a permanent name: `pkg:npm/react@19.3.1`. */
  readonly purl: string;
  /** Integrity from the lock file, `sha512-…`; null if the part is inside another part. */
  readonly integrity: string | null;
  readonly needs: readonly string[];
  readonly texts: readonly string[];
}

/** Packages that a build has bundled, by their path (`node_modules/react`), with the places that contain them. */
export type Bundled = ReadonlyMap<string, ReadonlySet<PartLocation>>;

/** @throws Error that names a part without a licence or without its text */
export function shippedParts(root: string, bundled: Bundled): ShippedPart[] {
  const lock = readLock(root);
  const paths = [...lock.keys()].filter((path) => locationsOf(lock, bundled, path).length > 0);
  const packages = paths.map((path) => packagePart(root, lock, bundled, path));
  // npm can install a package in several folders.
  const parts = new Map<string, ShippedPart>();
  for (const part of [...packages, ...sqlite(root), ...crates(root, paths)]) {
    const same = parts.get(part.purl);
    parts.set(
      part.purl,
      same === undefined ? part : { ...same, places: [...new Set([...same.places, ...part.places])] },
    );
  }
  return [...parts.values()].toSorted((a, b) => compareText(a.name, b.name) || compareText(a.version, b.version));
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Electron is a development dependency, but electron-builder copies it. */
const ELECTRON = 'node_modules/electron';

function locationsOf(lock: Lock, bundled: Bundled, path: string): PartLocation[] {
  return [
    ...(bundled.get(path) ?? []),
    ...(lock.get(path)?.dev === true ? [] : (['packages'] as const)),
    ...(path === ELECTRON ? (['desktop'] as const) : []),
  ];
}

function packagePart(root: string, lock: Lock, bundled: Bundled, path: string): ShippedPart {
  const texts = licenceTexts(root, lock, path);
  const one = lock.get(path)!;
  const name = packageName(path, one);
  if (one.license === undefined) throw new Error(`${name} ${one.version} ships, and its package names no licence.`);
  const places = locationsOf(lock, bundled, path);
  return {
    name,
    version: one.version,
    licence: one.license,
    places,
    purl: npmPurl(name, one.version),
    integrity: one.integrity ?? null,
    needs: Object.keys({ ...one.dependencies, ...one.optionalDependencies })
      .flatMap((needed) => resolvePackage(lock, path, needed) ?? [])
      .filter((needed) => locationsOf(lock, bundled, needed).length > 0)
      .map((needed) => npmPurl(packageName(needed, lock.get(needed)!), lock.get(needed)!.version)),
    texts,
  };
}

const npmPurl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Returns SQLite, which better-sqlite3 contains. Its terms are at the beginning of its source. */
function sqlite(root: string): ShippedPart[] {
  const header = join(root, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h');
  if (!existsSync(header)) return [];
  const text = readFileSync(header, 'utf8');
  const [, version] = /#define SQLITE_VERSION\s+"([\d.]+)"/.exec(text) ?? [];
  const [, blessing] = /^\/\*\n([\s\S]*?)\n\*{10,}/.exec(text) ?? [];
  if (version === undefined || blessing === undefined)
    throw new Error(`${header} tells neither version nor terms of SQLite as it did.`);
  return [
    {
      ...embeddedPart('SQLite', version, 'blessing', `pkg:generic/sqlite@${version}`),
      texts: [blessing.replaceAll(/^\*\* ?/gm, '')],
    },
  ];
}

/** Returns the Rust crates that the keychain library lists in its notices, with their texts. */
function crates(root: string, paths: readonly string[]): ShippedPart[] {
  return paths
    .flatMap((path) => textsIn(join(root, path)).more)
    .flatMap((text) =>
      [...text.matchAll(/^\| ([\w-]+) \| (\d[\w.+-]*) \| ([^|\n]+?) \|$/gm)].map(
        ([, name = '', version = '', licence = '']) => ({
          ...embeddedPart(name, version, licence.replaceAll('/', ' OR '), `pkg:cargo/${name}@${version}`),
          texts: [text],
        }),
      ),
    );
}

function embeddedPart(name: string, version: string, licence: string, purl: string): Omit<ShippedPart, 'texts'> {
  return { name, version, licence, purl, places: ['packages'], integrity: null, needs: [] };
}

export function noticesOf(version: string, parts: readonly ShippedPart[]): LicenceNotices {
  const texts = [...new Set(parts.flatMap((part) => part.texts))];
  return {
    version,
    texts,
    parts: parts.map((part) => ({
      name: part.name,
      version: part.version,
      licence: part.licence,
      places: [...part.places],
      texts: part.texts.map((text) => texts.indexOf(text)),
    })),
  };
}
