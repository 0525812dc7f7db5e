/** Tests two windows on one data folder, each with its own host: the second one views the first, and takes over. */
import type { Page } from '@playwright/test';
import { createFastClock } from '../doubles/fast-clock.ts';
import { test } from './failure-fixtures.ts';
import { railLink } from '../support/on-page.ts';
import { failedEvent } from '../doubles/failed-events.ts';
import { expect, signal } from './page.ts';

const takeOver = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Take over here' });
const ELSEWHERE = /^Watching – in another window/;
const HERE = /^Watching\s*$/;

test.describe('[TEAM-250] two windows on one data folder', () => {
  test('watch and view, show the same cases, and change places', async ({
    page,
    context,
    simulator,
    host,
    send,
    complaints,
  }) => {
    const first = await host();
    await page.goto(first.link);
    await expect(signal(page)).toHaveText(HERE);
    const second = await host();
    const viewer = await context.newPage();
    await viewer.goto(second.link);
    await expect(signal(viewer)).toHaveText(ELSEWHERE);

    send(failedEvent(1), failedEvent(2));
    for (const each of [page, viewer]) await expect(railLink(each, 'Localizations')).toContainText('2');

    await viewer.getByRole('link', { name: 'Settings' }).first().click();
    await expect(viewer.getByText('Another window on this computer watches this profile')).toBeVisible();
    await takeOver(viewer).click();
    await expect(signal(viewer)).toHaveText(HERE);
    await expect(signal(page)).toHaveText(ELSEWHERE);
    await expect(viewer.getByText('Another window on this computer watches this profile')).toHaveCount(0);
    send(failedEvent(3));
    for (const each of [page, viewer]) await expect(railLink(each, 'Localizations')).toContainText('3');
    expect(simulator.control.requests({ endpoint: 'subscribe' }).map(({ status }) => status)).toEqual([200, 200]);

    await takeOver(page).click();
    await expect(signal(page)).toHaveText(HERE);
    await expect(signal(viewer)).toHaveText(ELSEWHERE);
    expect(complaints).toEqual([]);
  });

  test('the viewer says that the other window hangs, and watches on request once it is killed', async ({
    page,
    simulator,
    host,
    watchInProcess,
    complaints,
  }) => {
    const first = await watchInProcess();
    await expect.poll(() => simulator.control.subscribers()).toHaveLength(1);
    // Waits for seconds for the answers of the other one.
    const second = await host(createFastClock(4));
    await page.goto(second.link);
    await expect(signal(page)).toHaveText(ELSEWHERE);

    first.command.process.kill('SIGSTOP');
    await expect(signal(page)).toHaveText(/^Not following/);
    await takeOver(page).click();
    await expect(page.getByRole('alert').first()).toContainText('does not answer and keeps the store');
    await first.command.stop('SIGKILL');
    await expect(signal(page)).toHaveText(/^Blind/);
    await takeOver(page).click();
    await expect(signal(page)).toHaveText(HERE);
    expect(simulator.control.requests({ endpoint: 'subscribe' }).map(({ status }) => status)).toEqual([200, 200]);
    expect(complaints).toEqual([]);
  });
});
