/** The page over a million events, as `test/browser/million.pw.ts` reads, filters and exports them; needs a build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

it('shows, filters, follows and exports a million events', async () => {
  const args = ['test', '--config', 'test/playwright.config.ts', 'browser/million.pw.ts'];
  // Playwright runs these untagged tests only without WATCHFLOOR_THOROUGH.
  const env = { ...process.env, WATCHFLOOR_THOROUGH: '', WATCHFLOOR_BUNDLE: '1', WATCHFLOOR_EVENTS: '1000000' };
  const run = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], { env, stdio: 'inherit' });
  expect(await once(run, 'exit')).toEqual([0, null]);
});
