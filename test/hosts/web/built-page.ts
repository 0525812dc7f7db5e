import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Text in every file of the page but its font, and next to it. An answer that contains it has served a file. */
export const MARKER = 'served-7f3c91';

/** The only file of the page that the launch page uses. A browser complains about one that is no font. */
export const FONT = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);

export interface BuiltPageFolder {
  readonly directory: string;
  remove(): Promise<void>;
}

export async function buildPage(): Promise<BuiltPageFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-page-'));
  const directory = join(folder, 'renderer');
  await mkdir(join(directory, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), MARKER);
  await writeFile(
    join(directory, 'index.html'),
    `<!doctype html><title>${MARKER}</title><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>`,
  );
  await writeFile(join(directory, 'assets', 'app-B3xk.js'), `/* ${MARKER} */`);
  await copyFile(FONT, join(directory, 'assets', 'inter-latin-wght-normal-Dx4k.woff2'));
  await writeFile(join(directory, 'icon.svg'), `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${MARKER} --></svg>`);
  return { directory, remove: () => rm(folder, { recursive: true }) };
}
