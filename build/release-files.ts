/**
 * Hook for electron-builder after it has made all installers of a run: copies the SBOM next to them and writes
 * `SHA256SUMS` for every file to publish from that folder. Check it with `sha256sum --check SHA256SUMS`.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { packageVersion } from '../src-main/hosts/package-version.ts';

const SUMS_FILE = 'SHA256SUMS';
/** electron-builder's notes about its own run, which are not published. */
const NOT_HANDED_OUT = /^builder-|^\./;

export async function afterAllArtifactBuild(
  { outDir }: { readonly outDir: string },
  sbom: string = fileURLToPath(new URL('../out/sbom.cdx.json', import.meta.url)),
): Promise<string[]> {
  await copyFile(sbom, join(outDir, `watchfloor-${packageVersion()}.cdx.json`));
  const files = await readdir(outDir, { withFileTypes: true });
  const names = files
    .filter((file) => file.isFile() && file.name !== SUMS_FILE && !NOT_HANDED_OUT.test(file.name))
    .map((file) => file.name)
    .toSorted();
  const lines: string[] = [];
  for (const name of names) lines.push(`${await sha256(join(outDir, name))}  ${name}\n`);
  await writeFile(join(outDir, SUMS_FILE), lines.join(''));
  // electron-builder must not publish additional files.
  return [];
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
