/** The timeline while it is read: calm, in a storm, held, with an event open, filtered; and what lies over the page. */
import type { Browser, Page } from '@playwright/test';
import { generatedEvent } from '../bench/generated-events.ts';
import { FILLED_STORE, Workplace } from '../support/command.ts';
import { hosted, lines, pointerAway, says, withService } from './hosted.ts';
import { fillHour } from './made-stores.ts';
import type { Shots } from './shots.ts';

const STORED = 20_000;

export async function reading(browser: Browser, shots: Shots): Promise<void> {
  await practice(browser, shots, 'failure-storm', storm);
  if (!shots.wants('timeline-poison')) return;
  await practice(browser, shots, 'poison-events', async (page) => {
    await shots.state(page, 'timeline-poison', async () => {
      await lines(page).nth(12).waitFor({ timeout: 60_000 });
      await pointerAway(page);
    });
  });
  await longHour(browser, shots);

  async function storm(page: Page): Promise<void> {
    await shots.state(page, 'timeline', async () => {
      // A storm fills the screen; before that it is a list with half of nothing.
      await lines(page).nth(30).waitFor({ timeout: 60_000 });
      const failed = lines(page).filter({ hasText: /failed/i });
      await failed.nth(4).click({ position: { x: 60, y: 10 } });
      await page.getByRole('complementary').last().waitFor();
      await page.waitForTimeout(500);
      await pointerAway(page);
    });
    if (!shots.wants('timeline-storm')) return;
    await goLive(page);
    await shots.state(page, 'timeline-storm', async () => {
      await lines(page).nth(25).waitFor({ timeout: 60_000 });
      await pointerAway(page);
    });
    await shots.extremes(page, 'timeline-storm');
    await shots.state(page, 'timeline-held', async () => {
      await lines(page).nth(6).hover();
      await page.waitForTimeout(4_000);
    });
    await shots.state(page, 'timeline-selected', async () => {
      await lines(page)
        .nth(3)
        .click({ modifiers: ['ControlOrMeta'], position: { x: 60, y: 10 } });
      await lines(page)
        .nth(7)
        .click({ modifiers: ['Shift'], position: { x: 60, y: 10 } });
    });
    await goLive(page);
  }
}

async function practice(
  browser: Browser,
  shots: Shots,
  scenario: string,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  if (!shots.wants('timeline', `timeline-${scenario}`)) return;
  const workplace = await Workplace.create();
  await hosted(browser, workplace, { args: [`--practice=${scenario}`] }, ({ page }) => visit(page));
  await workplace.close();
}

/** Closes what is open, drops the cursor, goes to the newest. */
async function goLive(page: Page): Promise<void> {
  await pointerAway(page);
  for (let level = 0; level < 3; level += 1) await page.keyboard.press('Escape');
}

/** Everything of a calm shift with twenty thousand events of the hour before. */
async function longHour(browser: Browser, shots: Shots): Promise<void> {
  const service = { scenario: 'calm-shift', timeScale: 20 };
  await withService(service, { id: FILLED_STORE, heartbeatSeconds: 30 }, async ({ workplace, profile, secret }) => {
    const store = await workplace.openStore('Acme Europe');
    await fillHour(store, STORED);
    await store.close();
    const options = { args: ['--profile', profile], environment: secret };
    await hosted(browser, workplace, options, async ({ page, origin, context }) => {
      const at = async (address: string) => {
        await page.goto(`${origin}/#/${address}`);
        await page.waitForTimeout(1_200);
        await pointerAway(page);
      };
      await shots.state(page, 'timeline-calm', async () => {
        await says(page, 'Watching');
        await lines(page).nth(20).waitFor();
        await pointerAway(page);
        await page.waitForTimeout(3_000);
      });
      const old = `timeline?event=${failedNear(1_200)}`;
      await shots.state(page, 'timeline-old-event', () => at(old));
      await shots.extremes(page, 'detail');
      await shots.zoomed(context, `${origin}/#/${old}`, 'detail');
      await shots.zoomed(context, `${origin}/#/timeline`, 'timeline');
      await shots.state(page, 'timeline-missing-event', () => at('timeline?event=99999999'));
      await shots.state(page, 'timeline-filtered', () => at('timeline?q=outcome%3Afailed%20country%3ASE'));
      await shots.state(page, 'timeline-nothing-matches', () => at('timeline?q=country%3AXX'));
      await shots.state(page, 'timeline-wrong-address', () => at('timeline?q=outcome%3A&event=soon'));
      await at('timeline');
      await overlays(page, shots);
    });
  });
}

async function overlays(page: Page, shots: Shots): Promise<void> {
  await shots.state(page, 'spotlight', async () => {
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(500);
  });
  await shots.state(page, 'spotlight-ids', async () => {
    await page.keyboard.type(eidOf(STORED - 400).slice(0, 13));
    await page.waitForTimeout(1_500);
  });
  await page.keyboard.press('Escape');
  await shots.state(page, 'keys', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  });
  await page.keyboard.press('Escape');
  await shots.state(page, 'appearance', async () => {
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.waitForTimeout(400);
  });
  await page.keyboard.press('Escape');
  await shots.state(page, 'rail-collapsed', async () => {
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

/** The `seq` of a failure: events are stored from 1. */
function failedNear(index: number): number {
  for (let at = index; ; at += 1) if (generatedEvent(at).data.includes('"state":"FAILED"')) return at + 1;
}

/** The EID of a generated event that has one, at or behind this place. */
function eidOf(index: number): string {
  for (let at = index; at < index + 50; at += 1) {
    const eid = /"eid\\?":\\?"(\d+)/.exec(generatedEvent(at).data)?.[1];
    if (eid !== undefined) return eid;
  }
  throw new Error('no event with an EID');
}
