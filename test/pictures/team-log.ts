/** Takes pictures of each fault of the log of a team, and of a member that catches up. */
import { capture, fail, type Shown, toTeam } from './team-desks.ts';
import { waitForSignal, waitForText } from './web-host.ts';

/** A holder makes the first base 60 s after its start. */
const BASE_MS = 120_000;

export async function captureLogFaults(shown: Shown): Promise<void> {
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

export async function captureReplacedLog(shown: Shown): Promise<void> {
  const anna = await shown.open('Anna');
  await waitForSignal(anna.page, 'Watching');
  await capture(shown, anna.page, 'team-log-replaced', async () => {
    shown.hosts.log.wipe();
    await waitForText(anna.page, 'was made again', 60_000);
    await waitForSignal(anna.page, 'alone');
  });
}

export async function captureNewerLog(shown: Shown): Promise<void> {
  const anna = await shown.open('Anna');
  await waitForSignal(anna.page, 'Watching');
  await capture(shown, anna.page, 'team-log-too-new', async () => {
    const append = { lane: 'actions', id: 'from-a-newer-version', text: '{"v":2}', after: null } as const;
    await shown.hosts.log.connect('ben-desk').append(append, AbortSignal.timeout(5_000));
    await waitForText(anna.page, 'A newer Watchfloor writes', 60_000);
  });
}

/** Shows a member that joins after old entries expired: a hole at first, and then the base of the team. */
export async function captureHole(shown: Shown): Promise<void> {
  const { log } = shown.hosts;
  const anna = await shown.open('Anna');
  await waitForSignal(anna.page, 'Watching');
  for (let number = 0; number < 20; number += 1) fail(shown, number);
  await waitForText(anna.page, 'profile that cannot be used');
  log.expire(10);
  const cleo = await shown.open('Cleo', { mayHold: false });
  await capture(shown, cleo.page, 'team-hole', () => waitForText(cleo.page, 'has a part that is missing', 60_000));
  await capture(shown, cleo.page, 'settings-team-hole', () => toTeam(cleo.page));
  const { bases } = log.connect('observer');
  while ((await bases.list(AbortSignal.timeout(BASE_MS))).length === 0) await anna.page.waitForTimeout(1_000);
  const [base] = await bases.list(AbortSignal.timeout(BASE_MS));
  log.limitReading('ben-desk', base?.upTo ?? 0);
  for (let number = 20; number < 40; number += 1) fail(shown, number);
  const ben = await shown.open('Ben', { mayHold: false });
  await capture(shown, ben.page, 'team-from-base', () => waitForSignal(ben.page, 'Catching up', 60_000));
}
