/** Tests a stored file that another version wrote. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './page.ts';

test(
  'a stored profile that cannot be read is reported in one line, and the page opens without it',
  { tag: '@long' },
  async ({ page, workplace, start }) => {
    const folder = join(workplace.dataDir, 'profiles/another-version');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'profile.json'), '{"name":"From another version","colour":"red"}', { mode: 0o600 });
    const { command, link } = await start([]);
    expect(command.stderr).toMatch(/^watchfloor: A stored profile was skipped\. .*"id".*\n$/);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);
