/**
 * Hook for electron-builder when an app's folder is complete and not yet signed. Flips the fuses. Refuses a package
 * that would not start because npm installed the native parts of another platform, or that must not be distributed
 * because the licences of Electron are missing.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import { supportWarning } from './electron-support.ts';
import { fuses } from './fuses.ts';

interface PackedApp {
  readonly appOutDir: string;
  /** `linux`, `win32` or `darwin`. */
  readonly electronPlatformName: string;
  readonly arch: number;
  readonly packager: { readonly appInfo: { readonly productFilename: string }; readonly executableName?: string };
}

/** @param here the platform of the computer that packs */
export async function afterPack(packed: PackedApp, here: string = process.platform): Promise<void> {
  const missing = missingNative(packed);
  if (missing.length > 0)
    throw new Error(`The package lacks ${missing.join(' and ')}. Install for its platform first: docs/install.md.`);
  const unlicensed = missingLicences(packed);
  if (unlicensed.length > 0)
    throw new Error(
      `The package lacks ${unlicensed.join(' and ')}, which Electron's binary brings. Install it again: npx install-electron.`,
    );
  // Apple processors run nothing with a broken signature, and flipping breaks the one of Electron. If there is a
  // certificate, it replaces this signature.
  const resetAdHocDarwinSignature =
    packed.electronPlatformName === 'darwin' && packed.arch === ARM64 && here === 'darwin';
  await flipFuses(packedBinary(packed), { ...fuses, resetAdHocDarwinSignature });
  const warning = supportWarning(new Date());
  if (warning !== null) console.warn(warning);
}

function packedBinary({ appOutDir, electronPlatformName, packager }: PackedApp): string {
  const { productFilename } = packager.appInfo;
  switch (electronPlatformName) {
    case 'darwin':
      return join(appOutDir, `${productFilename}.app`);
    case 'win32':
      return join(appOutDir, `${productFilename}.exe`);
    default:
      return join(appOutDir, packager.executableName ?? productFilename);
  }
}

/** Numbers of electron-builder for the architectures that Electron supports. */
const X64 = 1;
const ARM64 = 3;
const archNames: Readonly<Record<number, string>> = { [X64]: 'x64', [ARM64]: 'arm64' };

function missingNative(packed: PackedApp): string[] {
  const platform = `${packed.electronPlatformName}-${archNames[packed.arch] ?? 'unknown'}`;
  const unpacked = join(
    resourcesOf(packed) ?? join(packed.appOutDir, 'resources'),
    'app.asar.unpacked',
    'node_modules',
  );
  return [
    `better-sqlite3/prebuilds/${platform}.node`,
    // The name continues with the C library: `linux-x64-gnu`, `win32-x64-msvc`.
    `@napi-rs/keyring-${platform}*/*.node`,
  ].filter((pattern) => globSync(pattern, { cwd: unpacked }).length === 0);
}

/** electron-builder moves both files to the place of the system's packages, and ignores it if they are missing. */
function missingLicences(packed: PackedApp): string[] {
  const folder = resourcesOf(packed) ?? packed.appOutDir;
  return ['LICENSE.electron.txt', 'LICENSES.chromium.html'].filter((name) => !existsSync(join(folder, name)));
}

/** Returns the resources folder of a macOS bundle; null on other systems, where all files are next to the binary. */
function resourcesOf({ appOutDir, electronPlatformName, packager }: PackedApp): string | null {
  if (electronPlatformName !== 'darwin') return null;
  return join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources');
}
