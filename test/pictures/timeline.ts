/** Takes pictures of the timeline: calm, in a storm, held, with an open event, filtered, and with overlays. */
import type { Browser, Page } from '@playwright/test';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { generatedEvent } from '../bench/generated-events.ts';
import { Workplace } from '../support/command.ts';
import { withHost, timelineRows, movePointerAway, visitService, waitForSignal } from './web-host.ts';
import { fillHour } from './filled-days.ts';
import type { Screenshots } from './screenshots.ts';

const STORED = 20_000;

export async function reading(browser: Browser, shots: Screenshots): Promise<void> {
  await practice(browser, shots, 'failure-storm', storm);
  if (!shots.includes('timeline-poison')) return;
  await practice(browser, shots, 'poison-events', async (page) => {
    await shots.capture(page, 'timeline-poison', async () => {
      await timelineRows(page).nth(12).waitFor({ timeout: 60_000 });
      await movePointerAway(page);
    });
  });
  await longHour(browser, shots);

  async function storm(page: Page): Promise<void> {
    await shots.capture(page, 'timeline', async () => {
      await timelineRows(page).nth(30).waitFor({ timeout: 60_000 });
      const failed = timelineRows(page).filter({ hasText: /failed/i });
      await failed.nth(4).click({ position: { x: 60, y: 10 } });
      await page.getByRole('complementary').last().waitFor();
      await page.waitForTimeout(500);
      await movePointerAway(page);
    });
    if (!shots.includes('timeline-storm')) return;
    await goLive(page);
    await shots.capture(page, 'timeline-storm', async () => {
      await timelineRows(page).nth(25).waitFor({ timeout: 60_000 });
      await movePointerAway(page);
    });
    await shots.captureExtremes(page, 'timeline-storm');
    await shots.capture(page, 'timeline-held', async () => {
      await timelineRows(page).nth(6).hover();
      await page.waitForTimeout(4_000);
    });
    await shots.capture(page, 'timeline-selected', async () => {
      await timelineRows(page)
        .nth(3)
        .click({ modifiers: ['ControlOrMeta'], position: { x: 60, y: 10 } });
      await timelineRows(page)
        .nth(7)
        .click({ modifiers: ['Shift'], position: { x: 60, y: 10 } });
    });
    await goLive(page);
  }
}

async function practice(
  browser: Browser,
  shots: Screenshots,
  scenario: string,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  if (!shots.includes('timeline', `timeline-${scenario}`)) return;
  const workplace = await Workplace.create();
  await withHost(browser, workplace, { args: [`--practice=${scenario}`] }, ({ page }) => visit(page));
  await workplace.close();
}

async function goLive(page: Page): Promise<void> {
  await movePointerAway(page);
  for (let level = 0; level < 3; level += 1) await page.keyboard.press('Escape');
}

async function longHour(browser: Browser, shots: Screenshots): Promise<void> {
  const visited = {
    service: { scenario: 'calm-shift', timeScale: 20 },
    profile: { heartbeatSeconds: 30 },
    fill: (store: EventStore) => fillHour(store, STORED),
  };
  await visitService(browser, visited, async ({ page, origin, context }) => {
    const at = async (address: string) => {
      await page.goto(`${origin}/#/${address}`);
      await page.waitForTimeout(1_200);
      await movePointerAway(page);
    };
    await shots.capture(page, 'timeline-calm', async () => {
      await waitForSignal(page, 'Watching');
      await timelineRows(page).nth(20).waitFor();
      await movePointerAway(page);
      await page.waitForTimeout(3_000);
    });
    const old = `timeline?event=${failedNear(1_200)}`;
    await shots.capture(page, 'timeline-old-event', () => at(old));
    await shots.captureExtremes(page, 'detail');
    await shots.captureZoomed(context, `${origin}/#/${old}`, 'detail');
    await shots.captureZoomed(context, `${origin}/#/timeline`, 'timeline');
    await shots.capture(page, 'timeline-missing-event', () => at('timeline?event=99999999'));
    await shots.capture(page, 'timeline-filtered', () => at('timeline?q=outcome%3Afailed%20country%3ASE'));
    await shots.capture(page, 'timeline-nothing-matches', () => at('timeline?q=country%3AXX'));
    await shots.capture(page, 'timeline-wrong-address', () => at('timeline?q=outcome%3A&event=soon'));
    await at('timeline');
    await overlays(page, shots);
  });
}

async function overlays(page: Page, shots: Screenshots): Promise<void> {
  await shots.capture(page, 'spotlight', async () => {
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(500);
  });
  await shots.capture(page, 'spotlight-ids', async () => {
    await page.keyboard.type(eidOf(STORED - 400).slice(0, 13));
    await page.waitForTimeout(1_500);
  });
  await page.keyboard.press('Escape');
  await shots.capture(page, 'keys', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  });
  await page.keyboard.press('Escape');
  await shots.capture(page, 'appearance', async () => {
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.waitForTimeout(400);
  });
  await page.keyboard.press('Escape');
  await shots.capture(page, 'rail-collapsed', async () => {
    await page
      .getByRole('button', { name: /collapse|narrow|fold/i })
      .first()
      .click();
    await page.getByRole('link', { name: 'Coverage' }).first().focus();
    await page.keyboard.press('Tab');
    await page.waitForTimeout(500);
  });
  await page
    .getByRole('button', { name: /expand|widen|unfold/i })
    .first()
    .click();
}

function failedNear(index: number): number {
  for (let at = index; ; at += 1) if (generatedEvent(at).data.includes('"state":"FAILED"')) return at + 1;
}

/** Returns the EID of the first generated event at or after this index that has one. */
function eidOf(index: number): string {
  for (let at = index; at < index + 50; at += 1) {
    const eid = /"eid\\?":\\?"(\d+)/.exec(generatedEvent(at).data)?.[1];
    if (eid !== undefined) return eid;
  }
  throw new Error('no event with an EID');
}
