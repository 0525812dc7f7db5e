/** Decides if the desktop app can run here. Pure: importing `electron` to find out would start its download. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type ElectronAvailability =
  | { readonly kind: 'available'; readonly binary: string }
  /** The package, in `folder`, and a display are available; the binary is missing. */
  | { readonly kind: 'not-fetched'; readonly folder: string; readonly why: string }
  | { readonly kind: 'missing'; readonly why: string };

export interface ElectronAvailabilityInput {
  readonly files: {
    /** Folder of the npm package `electron`; null if it is not installed. */
    readonly packageFolder: string | null;
    readText(path: string): string | null;
    exists(path: string): boolean;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

const NOT_FETCHED = 'the Electron binary is not in node_modules/electron/dist (run `npx install-electron`)';

/** Follows `node_modules/electron/index.js`. Checks the display first, because without one no download is needed. */
export function electronAvailability({ files, env, platform }: ElectronAvailabilityInput): ElectronAvailability {
  if (files.packageFolder === null) return { kind: 'missing', why: 'the package "electron" is not installed' };
  const hasDisplay = Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
  if (platform === 'linux' && !hasDisplay)
    return { kind: 'missing', why: 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)' };
  const name = files.readText(join(files.packageFolder, 'path.txt'))?.trim() ?? '';
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';
  const binary =
    override === '' ? join(files.packageFolder, 'dist', name) : join(override, name === '' ? 'electron' : name);

  if (override !== '' && !files.exists(binary))
    return { kind: 'missing', why: `ELECTRON_OVERRIDE_DIST_PATH names no Electron binary (${binary})` };
  if (override === '' && (name === '' || !files.exists(binary)))
    return { kind: 'not-fetched', folder: files.packageFolder, why: NOT_FETCHED };
  return { kind: 'available', binary };
}

export function installedElectron(env: NodeJS.ProcessEnv = process.env): ElectronAvailability {
  return electronAvailability({
    files: {
      packageFolder: electronFolder(),
      readText: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
      exists: existsSync,
    },
    env,
    platform: process.platform,
  });
}

function electronFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}
