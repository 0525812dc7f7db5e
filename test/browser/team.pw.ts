/**
 * Tests three members of a team in three pages: hold, follow, one board, the end of the holder, hand over, and a request for
 * the seat. Runs over a log in memory; `npm run test:long` also runs it over a real NATS server.
 */
import type { Browser, Page } from '@playwright/test';
import { startSimulator, type Simulator } from '../../src-simulator/simulator.ts';
import { missingNatsServer } from '../support/missing-programs.ts';
import { teamInMemory, type TeamHost, type TeamHosts, teamOnNats } from '../support/team-hosts.ts';
import { DARK, violations } from './axe.ts';
import { enterName } from '../support/on-page.ts';
import { eidOf, failedEvent } from '../doubles/failed-events.ts';
import { expect, signal, test } from './page.ts';

interface Desk extends TeamHost {
  readonly page: Page;
}

async function openDesk(browser: Browser, hosts: TeamHosts, name: string): Promise<Desk> {
  const host = await hosts.start(name);
  // Without cookies of the other hosts, like another computer.
  const page = await (await browser.newContext()).newPage();
  await page.goto(host.link);
  return { ...host, page };
}

const shows = ({ page }: Desk, words: RegExp) => expect(signal(page)).toHaveText(words);
const HOLDS = /^Watching\s*$/;
const via = (name: string) => new RegExp(`^Watching – via ${name}'s desk\\s*$`);

const notices = ({ page }: Desk) => page.getByRole('region', { name: 'News of the team' });

async function openTeam({ page }: Desk): Promise<void> {
  await page.evaluate(() => void (window.location.hash = '#/settings?part=team'));
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
}

async function journey(browser: Browser, hosts: TeamHosts, simulator: Simulator): Promise<void> {
  const anna = await openDesk(browser, hosts, 'Anna');
  await shows(anna, HOLDS);
  await expect(anna.page.getByRole('banner')).toContainText('you hold the seat');
  const [ben, cleo] = await Promise.all([openDesk(browser, hosts, 'Ben'), openDesk(browser, hosts, 'Cleo')]);
  await Promise.all([shows(ben, via('Anna')), shows(cleo, via('Anna'))]);
  await expect(anna.page.getByRole('banner')).toContainText('2 follow');
  expect(simulator.control.subscribers()).toHaveLength(1);

  // A case that one operator takes is taken on all screens.
  const { kind, id, data } = failedEvent(1);
  simulator.control.emit({ event: kind, id, data });
  for (const { page } of [anna, ben, cleo])
    await expect(page.getByText('1 eUICC has a profile that cannot be used.').first()).toBeVisible();
  await ben.page.evaluate((key) => void (window.location.hash = `#/localizations?case=${key}`), `eid:${eidOf(1)}`);
  await ben.page.getByRole('button', { name: /^Take/ }).first().click();
  await enterName(ben.page, 'Ben Okoye');
  await expect(ben.page.getByRole('button', { name: 'Owner: you' })).toBeVisible();
  for (const { page } of [anna, cleo]) await expect(page.getByText('Ben Okoye').first()).toBeVisible();

  // The end of the holder: another member holds the seat soon after, and the third one follows it.
  await anna.kill();
  const words = ({ page }: Desk) => signal(page).textContent();
  const states = async () => [await words(ben), await words(cleo)].join().replaceAll(/\s*(?=,|$)/g, '');
  await expect.poll(states).toMatch(/^(?:Watching,Watching – via Ben's desk|Watching – via Cleo's desk,Watching)$/);
  const isBen = HOLDS.test((await words(ben)) ?? '');
  const [holder, other, name, otherName] = isBen
    ? ([ben, cleo, 'Ben', 'Cleo'] as const)
    : ([cleo, ben, 'Cleo', 'Ben'] as const);

  // Hand over, by the dialog.
  await openTeam(holder);
  await holder.page.getByRole('button', { name: 'Hand over to …' }).click();
  const dialog = holder.page.getByRole('dialog', { name: 'Hand over the seat' });
  await dialog.getByRole('radio', { name: `${otherName}'s desk` }).check();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog).toHaveCount(0);
  await shows(other, HOLDS);
  await shows(holder, via(otherName));

  // Ask for the seat: the holder sees it over any screen, keeps the seat with an answer, and then hands it over.
  const takeOver = holder.page.getByRole('dialog', { name: 'Take over the seat' });
  const ask = async () => {
    await holder.page.getByRole('button', { name: 'Take over …' }).click();
    await takeOver.getByRole('button', { name: `Ask ${otherName}'s desk` }).click();
    await expect(takeOver).toContainText('20 s to answer');
    await takeOver.getByRole('button', { name: 'Wait' }).click();
  };
  const request = other.page.getByRole('alert', { name: `${name}'s desk asks for the seat` });
  await ask();
  await request.getByRole('button', { name: 'Not now …' }).click();
  await request.getByRole('textbox', { name: 'Why not now' }).fill('in ten minutes');
  await request.getByRole('button', { name: 'Keep the seat' }).click();
  await expect(request).toHaveCount(0);
  await expect(notices(holder)).toContainText(`${otherName}'s desk keeps the seat: in ten minutes`);
  await ask();
  await request.getByRole('button', { name: 'Hand over' }).click();
  await shows(holder, HOLDS);
  await expect(notices(holder)).toContainText('You hold the seat now.');

  // Take over with a reason, which the other page shows.
  await shows(other, via(name));
  await openTeam(other);
  await other.page.getByRole('button', { name: 'Take over …' }).click();
  const taking = other.page.getByRole('dialog', { name: 'Take over the seat' });
  await taking.getByRole('textbox', { name: 'Reason' }).fill('Shift change');
  await taking.getByRole('button', { name: 'Take over now' }).click();
  await shows(other, HOLDS);
  await expect(notices(holder)).toContainText(`${otherName}'s desk took the seat at`);
  await expect(notices(holder)).toContainText('Shift change');

  // Hand the shift over, and accept it on another page.
  await ben.page.evaluate(() => void (window.location.hash = '#/report'));
  await ben.page.getByRole('button', { name: 'Hand over the shift …' }).click();
  const shift = ben.page.getByRole('dialog', { name: 'Hand over the shift' });
  await shift.getByRole('textbox', { name: /^Note/ }).fill('The depot calls at 15:00');
  await shift.getByRole('button', { name: 'Hand over 1 group' }).click();
  await expect(shift).toHaveCount(0);
  await cleo.page.evaluate(() => void (window.location.hash = '#/watch'));
  const strip = cleo.page.getByRole('region', { name: 'Handed-over shift' });
  await expect(strip).toContainText(/Ben Okoye handed over at .* 0 of 1 accepted/);
  expect(await violations(cleo.page, DARK, '[aria-label="Handed-over shift"]')).toEqual([]);
  await strip.getByRole('link', { name: 'Show the groups' }).click();
  const handedOver = ({ page }: Desk) => page.getByRole('region', { name: 'Handed over by Ben Okoye' });
  await expect(handedOver(cleo)).toContainText('The depot calls at 15:00');
  expect(await violations(cleo.page, DARK, '[aria-label^="Handed over by"]')).toEqual([]);
  await handedOver(cleo)
    .getByRole('button', { name: /^Accept / })
    .click();
  await enterName(cleo.page, 'Cleo Ionescu');
  for (const desk of [ben, cleo]) await expect(handedOver(desk)).toContainText('accepted by Cleo Ionescu');
  expect(simulator.control.subscribers()).toHaveLength(1);
}

async function withSimulator(run: (simulator: Simulator) => Promise<void>): Promise<void> {
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 100 });
  try {
    await run(simulator);
  } finally {
    await simulator.stop();
  }
}

test.use({ opens: null });

test('[TEAM-150] three pages show one board while the seat goes from member to member, over a log in memory', async ({
  browser,
}) => {
  await withSimulator(async (simulator) => {
    const hosts = teamInMemory(simulator);
    try {
      await journey(browser, hosts, simulator);
    } finally {
      await hosts.stop();
    }
  });
});

test(
  '[TEAM-150] three processes share one board over a real NATS server, and the killed holder is replaced',
  { tag: '@long' },
  async ({ browser }) => {
    test.skip(missingNatsServer() !== null, missingNatsServer() ?? '');
    await withSimulator(async (simulator) => {
      const hosts = await teamOnNats(simulator);
      try {
        await journey(browser, hosts, simulator);
      } finally {
        await hosts.stop();
      }
    });
  },
);
