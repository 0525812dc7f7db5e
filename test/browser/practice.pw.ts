/** Tests Practice as a new user meets it: one command or one click, and live rows. */
import { expect, timelineRows, signal, test } from './page.ts';

test('a single command starts Practice with live rows, and more of them arrive', async ({
  page,
  startProcess,
  complaints,
}) => {
  const { command, link } = await startProcess(['--practice']);
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(3);
  await expect(page).not.toHaveURL(/launch/);
  await expect(page.getByText('PRACTICE', { exact: true })).toBeVisible();

  const before = await timelineRows(page).first().getAttribute('data-key');
  await expect(timelineRows(page).first()).not.toHaveAttribute('data-key', before ?? '');
  expect(complaints).toEqual([]);
  expect(await command.stop('SIGINT')).toBe(0);
});

test('the first run has two choices, and Practice starts with one click', async ({ page, start, complaints }) => {
  const { link } = await start([]);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
  await page.getByRole('button', { name: 'Start practising' }).click();
  await expect(signal(page)).toHaveText(/Watching/);
  await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(3);
  expect(complaints).toEqual([]);
});

test(
  'poison events are rows like others, and the page reports no error',
  { tag: '@long' },
  async ({ page, start, complaints }) => {
    const { link } = await start(['--practice=poison-events']);
    await page.goto(link);
    await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(12);
    for (const row of (await timelineRows(page).all()).slice(0, 12)) {
      // Not in the middle: a click on the identifier there copies it.
      await row.click({ position: { x: 60, y: 10 } });
      await expect(page.getByRole('heading', { name: 'Received text' })).toBeVisible();
    }
    expect(complaints).toEqual([]);
  },
);

test(
  'an unknown scenario and a port in use end with exit code 2 and a message',
  { tag: '@long' },
  async ({ workplace, start }) => {
    const unknown = workplace.run([
      'start',
      '--web',
      '--no-open',
      '--data-dir',
      workplace.dataDir,
      '--practice=nonsense',
    ]);
    expect(await unknown.exit).toBe(2);
    expect(unknown.stderr).toMatch(/There is no scenario "nonsense"\. Choose one of: calm-shift, /);

    const { link } = await start([]);
    const second = workplace.run([
      'start',
      '--web',
      '--no-open',
      '--data-dir',
      workplace.dataDir,
      '--port',
      new URL(link).port,
    ]);
    expect(await second.exit).toBe(2);
    expect(second.stderr).toMatch(/Port \d+ is in use by another program\. Choose another with --port\./);
  },
);
