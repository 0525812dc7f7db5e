/**
 * Takes pictures of each state of a member of a team: who holds the seat, who follows, requests and take-overs, and the
 * states of the other files of a team.
 */
import type { Browser } from '@playwright/test';
import type { Screenshots } from './screenshots.ts';
import { capture, type Desk, fail, inTeam, type Shown, toTeam } from './team-desks.ts';
import { captureHole, captureLogFaults, captureNewerLog, captureReplacedLog } from './team-log.ts';
import { captureShift, captureViews } from './team-work.ts';
import { captureViewer } from './viewer.ts';
import { waitForSignal, waitForText } from './web-host.ts';

/** A member that is silent for so long is gone. */
const GONE_MS = 46_000;

export async function team(browser: Browser, shots: Screenshots): Promise<void> {
  if (shots.includes('settings-team')) await inTeam(browser, shots, captureMembers);
  if (!shots.includes('team-holding')) return;
  await inTeam(browser, shots, captureSeat);
  for (const visit of [captureShift, captureViews, captureHole]) await inTeam(browser, shots, visit);
  await inTeam(browser, shots, captureLogFaults);
  await inTeam(browser, shots, captureReplacedLog);
  await inTeam(browser, shots, captureNewerLog);
  await captureViewer(browser, shots);
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
  if (!shown.shots.includes('team-on-shift')) return;
  await capture(shown, anna.page, 'team-on-shift', async () => {
    await anna.page.evaluate(() => void (window.location.hash = '#/watch'));
    await waitForText(anna.page, 'Who is on shift');
  });
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
