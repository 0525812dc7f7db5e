/** Tests `npm run dev` on the web host, in a copy of the checkout whose sources the test changes. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunningCommand } from '../support/command.ts';
import { expect, signal, test as base } from './page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['build', 'src-main', 'src-preload', 'src-renderer', 'src-shared', 'src-simulator', 'out/renderer'];
const COPIED = [...FOLDERS, 'electron.vite.config.ts', 'package.json', 'package-lock.json'];

interface Development {
  readonly command: RunningCommand;
  /** Replaces a text in a source file. */
  readonly change: (file: string, from: string, to: string) => Promise<void>;
}

const test = base.extend<{ development: Development }>({
  development: async ({ workplace }, use) => {
    // Inside the checkout, so that its packages are found, but not in `test-results`, which Vite does not watch.
    await mkdir(join(root, '.cache'), { recursive: true });
    const copy = await mkdtemp(join(root, '.cache', 'dev-'));
    await Promise.all(COPIED.map((path) => cp(join(root, path), join(copy, path), { recursive: true })));
    const args = ['--web', '--practice', '--no-open', '--data-dir', workplace.dataDir];
    const command = new RunningCommand(args, {}, join(copy, 'build/dev/dev.ts'));
    await use({
      command,
      async change(file, from, to) {
        const text = await readFile(join(copy, file), 'utf8');
        expect(text).toContain(from);
        await writeFile(join(copy, file), text.replace(from, to));
      },
    });
    await command.stop();
    await rm(copy, { recursive: true, maxRetries: 10 });
  },
});

// Starts the product three times from its sources, without anything compiled before.
test(
  'a changed component replaces itself in the open page, and a changed backend restarts alone',
  { tag: '@long' },
  async ({ development: { command, change }, page, workplace, complaints }) => {
    const [, link = ''] = await command.waitForText(/^Watchfloor is ready: (\S+)$/m);
    await page.goto(link);
    await expect(signal(page)).toHaveText(/Watching/);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const typed = page.getByRole('dialog', { name: 'Export' }).getByRole('textbox', { name: 'File name' });
    await typed.fill('typed before the change');

    await change('src-renderer/components/export/ExportDialog.tsx', 'Also included', 'It has changed');
    await expect(page.getByText('It has changed')).toBeVisible();
    await expect(typed).toHaveValue('typed before the change');
    // The code that Vite adds needs no more than the security policy of the page allows.
    expect(complaints).toEqual([]);

    const connected = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/socket'));
    await change('src-main/core/backend.ts', '/**', '/* changed */\n/**');
    await command.waitForText(/^src-main\/core\/backend\.ts has changed, so the backend starts again\.$/m);
    await command.waitForText(/^The backend runs again\. Open pages connect to it\.$/m);
    await connected;
    expect(command.stdout).not.toContain('Building the page');
    await expect.poll(async () => (await workplace.coverage()).filter(({ type }) => type === 'session').length).toBe(2);
    await expect(signal(page)).toHaveText(/Watching/);
    await expect(typed).toHaveValue('typed before the change');
  },
);
