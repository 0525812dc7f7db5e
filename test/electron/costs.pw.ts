/** Reports memory, start and the return of the page of the real app, and fails if they are far from usual. */
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './desktop.ts';

/** A process settles and gives memory back within this time. */
const SETTLE_MS = 15_000;
/** All are generous: the driver and the machine of CI cost time and memory, too. */
const MAX_MIB = 1_000;
const MAX_GROWTH = 1.1;
const MAX_FIRST_ROW_MS = 15_000;
const MAX_RETURN_MS = 5_000;

/** @returns MiB of each kind of process; shared memory counts in each */
async function memoryOf(app: ElectronApplication): Promise<Readonly<Record<string, number>>> {
  const metrics = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().map(({ type, name, memory }) => ({ type: name ?? type, kib: memory.workingSetSize })),
  );
  const byType: Record<string, number> = {};
  for (const { type, kib } of metrics) byType[type] = (byType[type] ?? 0) + kib / 1_024;
  return byType;
}

function report(what: string, byType: Readonly<Record<string, number>>): number {
  const sum = Object.values(byType).reduce((total, mib) => total + mib, 0);
  const parts = Object.entries(byType).map(([type, mib]) => `${type} ${mib.toFixed(0)}`);
  console.log(`${what}: ${sum.toFixed(0)} MiB (${parts.join(', ')})`);
  return sum;
}

test('shows its first row soon, needs no more memory in the tray than with a window, and has its page back soon', async ({
  start,
}) => {
  const app = await start();
  const page = await app.firstWindow();
  await page.getByRole('row').nth(1).waitFor();
  const firstRowMs = await app.evaluate(() => Date.now() - (process.getCreationTime() ?? Number.NaN));
  console.log(`first row: ${firstRowMs.toFixed(0)} ms after the process was created`);
  await page.waitForTimeout(SETTLE_MS);
  const open = report('with a window', await memoryOf(app));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await page.waitForTimeout(SETTLE_MS);
  const hidden = report('hidden', await memoryOf(app));
  const returnMs = await pageReturnMs(app);
  console.log(`rows of a page whose process had ended: ${returnMs.toFixed(0)} ms after it was loaded again`);
  expect(firstRowMs).toBeLessThan(MAX_FIRST_ROW_MS);
  expect(open).toBeLessThan(MAX_MIB);
  expect(hidden).toBeLessThan(open * MAX_GROWTH);
  expect(returnMs).toBeLessThan(MAX_RETURN_MS);
});

/** Ends the process of the page, which is then loaded again at once, like a page that rested when its window opens. */
function pageReturnMs(app: ElectronApplication): Promise<number> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) return Number.NaN;
    const gone = new Promise<void>((resolve) => contents.once('render-process-gone', () => resolve()));
    const loaded = new Promise<void>((resolve) => contents.once('did-finish-load', () => resolve()));
    process.kill(contents.getOSProcessId(), 'SIGKILL');
    await gone;
    const start = performance.now();
    await loaded;
    while (Number(await contents.executeJavaScript('document.querySelectorAll("tr, [role=row]").length')) < 2)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return performance.now() - start;
  });
}
