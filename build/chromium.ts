/**
 * Finds the Chromium for the tests. On Linux it comes from npm and unpacks itself into a folder of this checkout, so
 * that two checkouts never share a version.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** For pages that are open for seconds, the optimizing compiler takes more time than its code saves. */
export const WITHOUT_OPTIMIZING = '--js-flags=--no-opt';

export async function chromiumLaunchOptions() {
  // The package is for Linux. Elsewhere Playwright's own browser runs: `npx playwright install chromium`.
  if (process.platform !== 'linux') return { args: [] };
  const cache = fileURLToPath(new URL('../node_modules/.cache/watchfloor-chromium', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = cache;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    // The package's own arguments include --single-process and --disable-web-security; both would falsify tests.
    return { executablePath: await chromium.executablePath(), args: ['--no-sandbox', '--disable-gpu'] };
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
