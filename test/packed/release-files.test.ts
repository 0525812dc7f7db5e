import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterAllArtifactBuild } from '../../build/release-files.ts';

let folder: string;
let outDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-release-'));
  outDir = join(folder, 'installers');
  await mkdir(join(outDir, 'linux-unpacked'), { recursive: true });
  await writeFile(join(folder, 'sbom'), '{}');
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, content: string) => writeFile(join(outDir, name), content);
const release = () => afterAllArtifactBuild({ outDir }, join(folder, 'sbom'));
const sums = () => readFile(join(outDir, 'SHA256SUMS'), 'utf8');

/** In the format of `sha256sum`. */
const FEED = 'c8bc2586cdd87cd6f970fc4262c4bbc49165811788825fbc1ba3366bfde45413  latest-linux.yml';
const DEB = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824  watchfloor-0.1.0-linux-x64.deb';
const SBOM = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a  watchfloor-0.1.0.cdx.json';

test('[PACKED-32] writes a checksum for every file to publish, including the SBOM, and for no other file', async () => {
  await put('watchfloor-0.1.0-linux-x64.deb', 'hello');
  await put('latest-linux.yml', 'feed');
  await put('builder-debug.yml', 'notes');
  expect(await release()).toEqual([]);
  expect(await sums()).toBe(`${[FEED, DEB, SBOM].join('\n')}\n`);
});

test('[PACKED-32] keeps the checksums of an earlier run, for example when the rpm is made later', async () => {
  await put('watchfloor-0.1.0-linux-x64.deb', 'hello');
  await release();
  await put('watchfloor-0.1.0-linux-x64.rpm', 'hello');
  await release();
  expect(await sums()).toBe(`${[DEB, DEB.replace('.deb', '.rpm'), SBOM].join('\n')}\n`);
});

test('[PACKED-32] fails if the build has no SBOM', async () => {
  await rm(join(folder, 'sbom'));
  await expect(release()).rejects.toThrow('ENOENT');
});
