/**
 * What electron-builder calls when an app's folder is complete and not yet signed: flips the fuses, and refuses a
 * package that would not start where it is installed, because npm brought the native parts of another platform.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import { supportWarning } from './electron-support.ts';
import { fuses } from './fuses.ts';

interface PackedApp {
  readonly appOutDir: string;
  /** `linux`, `win32` or `darwin`. */
  readonly electronPlatformName: string;
  /** electron-builder's number. */
  readonly arch: number;
  readonly packager: { readonly appInfo: { readonly productFilename: string }; readonly executableName?: string };
}

/** @param here the computer that packs */
export async function afterPack(packed: PackedApp, here: string = process.platform): Promise<void> {
  const missing = missingNative(packed);
  if (missing.length > 0)
    throw new Error(`The package lacks ${missing.join(' and ')}. Install for its platform first: docs/install.md.`);
  // An Apple processor runs nothing whose signature is broken, and flipping breaks the one that Electron comes with. Where
  // a certificate is, it signs over this one.
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

/** Of electron-builder's numbers those that Electron still has. */
const X64 = 1;
const ARM64 = 3;
const archNames: Readonly<Record<number, string>> = { [X64]: 'x64', [ARM64]: 'arm64' };

function missingNative(packed: PackedApp): string[] {
  const platform = `${packed.electronPlatformName}-${archNames[packed.arch] ?? 'unknown'}`;
  const { productFilename } = packed.packager.appInfo;
  const resources =
    packed.electronPlatformName === 'darwin' ? `${productFilename}.app/Contents/Resources` : 'resources';
  const unpacked = join(packed.appOutDir, resources, 'app.asar.unpacked', 'node_modules');
  return [
    `better-sqlite3/prebuilds/${platform}.node`,
    // After the platform stands its C library: `linux-x64-gnu`, `win32-x64-msvc`.
    `@napi-rs/keyring-${platform}*/*.node`,
  ].filter((pattern) => globSync(pattern, { cwd: unpacked }).length === 0);
}
