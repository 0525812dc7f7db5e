/**
 * Takes pictures of each state of a member of a team, from web hosts that share a log in memory: who holds the seat, who
 * follows, requests and take-overs, a shift that is handed over, and each fault of the log.
 */
import type { Browser, Page } from '@playwright/test';
import { startSimulator, type Simulator } from '../../src-simulator/simulator.ts';
import { enterName, failedEvent } from '../browser/failure-fixtures.ts';
import { type MemoryTeamHosts, teamInMemory } from '../support/team-hosts.ts';
import type { Screenshots } from './screenshots.ts';
import { movePointerAway, newContext, waitForSignal, waitForText } from './web-host.ts';

const PHONE = 400;
/** A member that is silent for so long is gone. */
const GONE_MS = 46_000;

interface Shown {
  readonly shots: Screenshots;
  readonly hosts: MemoryTeamHosts;
  readonly simulator: Simulator;
  readonly open: (name: string, settings?: Parameters<MemoryTeamHosts['start']>[1]) => Promise<Desk>;
}
interface Desk {
  readonly page: Page;
  readonly kill: () => Promise<void>;
}

export async function team(browser: Browser, shots: Screenshots): Promise<void> {
  if (shots.includes('settings-team')) await inTeam(browser, shots, captureMembers);
  if (!shots.includes('team-holding')) return;
  await inTeam(browser, shots, captureSeat);
  await inTeam(browser, shots, captureShift);
  await inTeam(browser, shots, captureLogFaults);
  await inTeam(browser, shots, captureReplacedLog);
  await inTeam(browser, shots, captureNewerLog);
}

async function inTeam(browser: Browser, shots: Screenshots, visit: (shown: Shown) => Promise<void>): Promise<void> {
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 100 });
  const hosts = teamInMemory(simulator);
  const contexts: { close(): Promise<void> }[] = [];
  const open: Shown['open'] = async (name, settings) => {
    const host = await hosts.start(name, settings);
    const context = await newContext(browser);
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(host.link);
    await page.getByTestId('signal').waitFor();
    await page.evaluate(() => void (window.location.hash = '#/watch'));
    return { page, kill: host.kill };
  };
  try {
    await visit({ shots, hosts, simulator, open });
  } finally {
    for (const context of contexts) await context.close();
    await hosts.stop();
    await simulator.stop();
  }
}

/** Takes a state at the usual sizes and at the width of a phone. */
async function capture({ shots }: Shown, page: Page, name: string, prepare: () => Promise<unknown>): Promise<void> {
  await shots.capture(page, name, async () => {
    await prepare();
    await movePointerAway(page);
  });
  if (shots.includes('team-holding')) await shots.captureWidths(page, name, [PHONE], async () => undefined);
}

async function toTeam(page: Page): Promise<void> {
  await page.evaluate(() => void (window.location.hash = '#/settings?part=team'));
  await page.getByRole('heading', { name: 'Team', exact: true }).first().waitFor();
}

function fail({ simulator }: Shown, number: number, more: Parameters<typeof failedEvent>[1] = {}): void {
  const { kind, id, data } = failedEvent(number, more);
  simulator.control.emit({ event: kind, id, data });
}

async function captureMembers(shown: Shown): Promise<void> {
  const anna = await shown.open('Anna');
  await waitForSignal(anna.page, 'Watching');
  await shown.open('Server', { member: 'server', name: 'NOC server', role: 'collect' });
  await shown.open('Ben');
  await shown.open('Wall', { member: 'wall', name: 'Wall screen', role: 'wall', mayHold: false });
  const dora = await shown.open('Dora');
  await waitForSignal(dora.page, 'via Anna');
  await dora.kill();
  await anna.page.waitForTimeout(GONE_MS);
  await capture(shown, anna.page, 'settings-team', async () => {
    await toTeam(anna.page);
    await waitForText(anna.page, 'Gone since', 30_000);
  });
}

/** Shows a shift of three groups: another operator accepts one, declines one and leaves one. */
async function captureShift(shown: Shown): Promise<void> {
  const [{ page: anna }, { page: ben }] = [await shown.open('Anna'), await shown.open('Ben')];
  await waitForSignal(ben, 'via Anna');
  for (const [number, operation] of ['ALLOCATED', 'DOWNLOADED', 'ENABLED', 'ENABLED'].entries())
    fail(shown, number, { operation, errorCode: `START_PROFILE_${operation}_FAILED` });
  for (const page of [anna, ben]) await waitForText(page, 'Download failed');
  await anna.evaluate(() => void (window.location.hash = '#/report'));
  await capture(shown, anna, 'shift-hand-over', async () => {
    await anna.getByRole('button', { name: 'Hand over the shift …' }).click();
    await anna
      .getByRole('textbox', { name: /^Note/ })
      .fill('The depot restarts its readers at 15:00.\nCall the provider if allocation still fails then.');
  });
  await anna.getByRole('button', { name: 'Hand over 3 groups' }).click();
  await enterName(anna, 'Anna Berg');
  await capture(shown, ben, 'shift-waiting', () => waitForText(ben, '0 of 3 accepted'));
  await ben.getByRole('link', { name: 'Accept the shift' }).click();
  await ben.getByRole('button', { name: /^Accept Allocation/ }).click();
  await enterName(ben, 'Ben Okoye');
  await ben.getByRole('button', { name: /^Decline Download/ }).click();
  await ben.getByRole('textbox', { name: 'Reason' }).fill('Belongs to the roaming desk');
  await capture(shown, ben, 'shift-decline', async () => undefined);
  await ben.keyboard.press('Enter');
  await capture(shown, ben, 'shift-accepted', () => waitForText(ben, 'declined by'));
}

async function captureSeat(shown: Shown): Promise<void> {
  const anna = await shown.open('Anna');
  await waitForSignal(anna.page, 'Watching');
  const ben = await shown.open('Ben');
  const cleo = await shown.open('Cleo', { mayHold: false });
  await waitForSignal(cleo.page, 'via Anna');
  for (let number = 0; number < 6; number += 1) fail(shown, number);
  for (const { page } of [anna, ben, cleo]) await waitForText(page, 'profile that cannot be used');
  await capture(shown, anna.page, 'team-holding', () => waitForText(anna.page, '2 follow'));
  await capture(shown, ben.page, 'team-following', () => waitForSignal(ben.page, 'via Anna'));
  await capture(shown, anna.page, 'team-hand-over', async () => {
    await toTeam(anna.page);
    await anna.page.getByRole('button', { name: 'Hand over to …' }).click();
  });
  await anna.page.keyboard.press('Escape');
  await anna.page.evaluate(() => void (window.location.hash = '#/watch'));
  await capture(shown, ben.page, 'team-take-over', async () => {
    await toTeam(ben.page);
    await ben.page.getByRole('button', { name: 'Take over …' }).click();
  });
  await ben.page.getByRole('button', { name: "Ask Anna's desk" }).click();
  await ben.page.getByRole('button', { name: 'Wait' }).click();
  await capture(shown, ben.page, 'team-asked', () => waitForText(ben.page, 'left to answer'));
  await capture(shown, anna.page, 'team-request', async () => {
    await waitForText(anna.page, 'asks for the seat');
    await anna.page.getByRole('button', { name: 'Not now …' }).click();
  });
  await anna.page.getByRole('textbox', { name: 'Why not now' }).fill('I am in a call with the provider');
  await anna.page.getByRole('button', { name: 'Keep the seat' }).click();
  await ben.page.getByRole('button', { name: 'Take over …' }).click();
  const dialog = ben.page.getByRole('dialog', { name: 'Take over the seat' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Anna went home');
  await dialog.getByRole('button', { name: 'Take over now' }).click();
  await waitForSignal(ben.page, 'Watching');
  await capture(shown, cleo.page, 'team-taken-over', () => waitForText(cleo.page, 'Anna went home'));
  await capture(shown, cleo.page, 'team-taken-over-coverage', () =>
    cleo.page.evaluate(() => void (window.location.hash = '#/coverage')),
  );
  await capture(shown, ben.page, 'team-full', async () => {
    await ben.page.evaluate(() => void (window.location.hash = '#/watch'));
    shown.hosts.log.setFull(true);
    fail(shown, 7);
    await waitForText(ben.page, 'log is full', 60_000);
  });
  shown.hosts.log.setFull(false);
  await captureHolderBlind(shown, ben, cleo);
  await capture(shown, cleo.page, 'team-no-holder', async () => {
    await anna.kill();
    await ben.kill();
    await waitForSignal(cleo.page, 'no member holds the seat', 60_000);
  });
}

async function captureHolderBlind(shown: Shown, holder: Desk, follower: Desk): Promise<void> {
  const { control } = shown.simulator;
  await capture(shown, follower.page, 'team-holder-blind', async () => {
    await follower.page.evaluate(() => void (window.location.hash = '#/watch'));
    control.planFault({ endpoint: 'subscribe', times: 100, answer: { status: 503 } });
    control.dropStreams('reset');
    await waitForText(follower.page, 'cannot reach the service', 60_000);
  });
  await capture(shown, holder.page, 'team-holder-reconnects', () => holder.page.waitForTimeout(500));
}

async function captureLogFaults(shown: Shown): Promise<void> {
  const { log } = shown.hosts;
  const anna = await shown.open('Anna');
  await waitForSignal(anna.page, 'Watching');
  const cleo = await shown.open('Cleo', { mayHold: false });
  await waitForSignal(cleo.page, 'via Anna');
  await capture(shown, cleo.page, 'team-catching-up', async () => {
    log.limitReading('cleo-desk', 1);
    for (let number = 0; number < 20; number += 1) fail(shown, number);
    await waitForSignal(cleo.page, 'Catching up');
  });
  await capture(shown, cleo.page, 'settings-team-behind', () => toTeam(cleo.page));
  log.limitReading('cleo-desk', null);
  await waitForSignal(cleo.page, 'via Anna');
  await cleo.page.evaluate(() => void (window.location.hash = '#/timeline'));
  await capture(shown, cleo.page, 'team-not-following', async () => {
    log.setCutOff('cleo-desk', true);
    await waitForSignal(cleo.page, 'Not following', 60_000);
  });
  log.setCutOff('cleo-desk', false);
  const ben = await shown.open('Ben');
  await waitForSignal(ben.page, 'via Anna');
  await capture(shown, anna.page, 'team-alone', async () => {
    log.setCutOff('anna-desk', true);
    await waitForSignal(anna.page, 'alone', 60_000);
    fail(shown, 30);
    await waitForText(anna.page, 'waits');
  });
  await capture(shown, anna.page, 'settings-team-alone', () => toTeam(anna.page));
  await capture(shown, ben.page, 'team-seat-of-stranger', () => waitForSignal(ben.page, 'Stream in use', 60_000));
}

async function captureReplacedLog(shown: Shown): Promise<void> {
  const anna = await shown.open('Anna');
  await waitForSignal(anna.page, 'Watching');
  await capture(shown, anna.page, 'team-log-replaced', async () => {
    shown.hosts.log.wipe();
    await waitForText(anna.page, 'was made again', 60_000);
  });
}

async function captureNewerLog(shown: Shown): Promise<void> {
  const anna = await shown.open('Anna');
  await waitForSignal(anna.page, 'Watching');
  await capture(shown, anna.page, 'team-log-too-new', async () => {
    const append = { lane: 'actions', id: 'from-a-newer-version', text: '{"v":2}', after: null } as const;
    await shown.hosts.log.connect('ben-desk').append(append, AbortSignal.timeout(5_000));
    await waitForText(anna.page, 'A newer Watchfloor writes', 60_000);
  });
}
