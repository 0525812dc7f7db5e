/** Reports memory and start of the real app, and fails if they are far from usual. */
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './desktop.ts';

/** A process settles and gives memory back within this time. */
const SETTLE_MS = 15_000;
/** All are generous: the driver and the machine of CI cost time and memory, too. */
const MAX_MIB = 1_000;
const MAX_GROWTH = 1.1;
const MAX_FIRST_ROW_MS = 15_000;

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

test('shows the first row soon after its process was created, and needs no more memory in the tray than with a window', async ({
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
  expect(firstRowMs).toBeLessThan(MAX_FIRST_ROW_MS);
  expect(open).toBeLessThan(MAX_MIB);
  expect(hidden).toBeLessThan(open * MAX_GROWTH);
});
