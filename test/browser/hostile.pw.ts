/**
 * Texts of a service that would be more than text, in every field of localizations and requests, on every screen that shows
 * them, in report and pack: each is drawn with the same elements as a harmless one, and nothing of it runs or is asked for.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { hostileTexts, unseenTexts } from '../doubles/hostile-texts.ts';
import { batchOf } from '../doubles/received-events.ts';
import { sentLocalization, sentRequest } from '../doubles/sent-failures.ts';
import { FILLED_STORE, type Workplace } from '../support/command.ts';
import { expect, signal, test } from './page.ts';

const HARMLESS = 'harmless text';
const UNSEEN = /[\u200b-\u200d\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/;

/** A failed localization of which every text is this one. */
function localization(text: string, at: number): ReceivedEvent {
  const errors = [text, `${text} `].map((each) => ({ errorCode: each, errorMessage: each, errorType: each }));
  const fields = { eid: text, operation: text, iccid: text, country: text, errorCode: text, errors };
  return sentLocalization({ ...fields, at, envelope: { principal: text, [text]: text } });
}

/** A request that failed in part, of which every text is this one. */
function request(text: string, at: number): ReceivedEvent {
  const failure = { errorObject: { errorCode: text, errorMessage: text }, errorType: text };
  const properties = ['IMSI', 'MSISDN', 'ICCID', 'TARGET_SUBSCRIPTION_PACKAGE', text];
  const resource = (failed: boolean) => ({
    resourceProperties: properties.map((type) => ({ type, value: text, operation: text })),
    resourceState: failed ? 'FAILED' : 'COMPLETED',
    ...(failed && { resourceFailureInfos: [failure] }),
    resourceId: text,
  });
  const message = {
    subscriptionRequestType: text,
    createdBy: text,
    companyId: text,
    companyName: text,
    size: 2,
    subscriptionRequestResourceCounters: {
      completed: 1,
      failed: 1,
      inProgress: 0,
      pending: 0,
      canceled: 0,
      rejected: 0,
    },
    subscriptionRequestFailureInfos: [failure],
    subscriptionRequestResources: [resource(true), resource(false)],
    [text]: text,
  };
  return sentRequest(text, at, { completed: 1, failing: [], message, envelope: { principal: text } });
}

async function fill(workplace: Workplace, texts: readonly string[]): Promise<void> {
  const from = Date.now() - 600_000;
  const events = [HARMLESS, ...texts].flatMap((text, place) => [
    localization(text, from + place * 2_000),
    request(text, from + place * 2_000 + 1_000),
  ]);
  const store = await workplace.openStore('Acme Europe');
  for (let first = 0; first < events.length; first += 100)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await store.writer.append(batchOf(first === 0 ? 'opens' : 1, events.slice(first, first + 100)));
  await store.close();
}

/** How many elements of each kind a region has, and where links of the page lead that would leave it. */
function drawn(page: Page, region: string) {
  return page.evaluate((label) => {
    const counts: Record<string, number> = {};
    for (const { localName } of document.querySelectorAll(`[aria-label="${label}"] *`))
      counts[localName] = (counts[localName] ?? 0) + 1;
    const links = [...document.querySelectorAll('a')].map(({ href }) => href);
    const leaving = links.filter((href) => new URL(href).origin !== location.origin);
    return { counts, leaving, harmed: document.documentElement.dataset['harmed'] ?? null };
  }, region);
}

const CASES = [
  {
    name: 'localization',
    at: (text: string) => `localizations?case=${encodeURIComponent(`eid:${text}`)}`,
    shows: 'Case in full',
    // The raw text opens by itself, since no document names the code.
    whole: '[aria-label="Case in full"] fieldset',
  },
  {
    name: 'request',
    at: (text: string) => `requests?resources=all&case=${encodeURIComponent(`request:${text}`)}`,
    shows: 'Request in full',
    whole: '[aria-label="Request in full"] tbody td',
  },
] as const;

interface HostileFixtures {
  /** A page over a store with these texts; what it asked for elsewhere, and what it said in dialogs. */
  shown: (texts: readonly string[]) => Promise<{ readonly origin: string; readonly harm: string[] }>;
}

const hostile = test.extend<HostileFixtures>({
  shown: async ({ page, workplace, start }, use) => {
    const simulator = await startSimulator({ scenario: 'none' });
    await use(async (texts) => {
      await fill(workplace, texts);
      const profile = await workplace.profile(simulator, { id: FILLED_STORE });
      const { link } = await start(['--profile', profile], { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret });
      const { origin } = new URL(link);
      const harm: string[] = [];
      page.on('request', (each) => {
        if (!each.url().startsWith(origin)) harm.push(each.url());
      });
      page.on('dialog', (dialog) => {
        harm.push(dialog.message());
        void dialog.dismiss();
      });
      await page.goto(link);
      await expect(signal(page)).toHaveText(/Watching/);
      return { origin, harm };
    });
    await simulator.stop();
  },
});

hostile.describe.configure({ mode: 'parallel', timeout: 300_000 });

for (const { name, at, shows, whole } of CASES)
  hostile(
    `[PAGE-265] eighty hostile texts in every field of a ${name} are text, also in its raw text and its pack`,
    async ({ page, shown, complaints }) => {
      const { origin, harm } = await shown(hostileTexts);
      const open = async (text: string) => {
        await page.goto(`${origin}/#/data`);
        await page.getByRole('heading', { name: /^On this computer/ }).waitFor();
        await page.goto(`${origin}/#/${at(text)}`);
        await page.locator(whole).first().waitFor();
      };
      await open(HARMLESS);
      let harmless = await drawn(page, shows);
      await expect
        .poll(async () => {
          const before = harmless;
          harmless = await drawn(page, shows);
          return JSON.stringify(before) === JSON.stringify(harmless);
        })
        .toBe(true);
      // oxlint-disable no-await-in-loop -- one after the other
      for (const text of hostileTexts) {
        await open(text);
        await expect.poll(() => drawn(page, shows), { message: text }).toEqual(harmless);
      }
      for (const text of hostileTexts.filter((_, place) => place % 16 === 0)) {
        await open(text);
        await page.keyboard.press('v');
        await page.keyboard.press('p');
        const paper = page.getByRole('region', { name: 'The pack as it will be read' });
        await paper.getByRole('heading').first().waitFor();
        expect(await drawn(page, shows)).toMatchObject({ leaving: [], harmed: null });
        await page.keyboard.press('Escape');
      }
      // oxlint-enable no-await-in-loop
      expect([...harm, ...complaints]).toEqual([]);
    },
  );

hostile(
  '[PAGE-266] hostile texts are text in lists, in figures, in the report and in files that are made of them',
  async ({ page, shown, workplace, complaints }) => {
    const { origin, harm } = await shown(hostileTexts);
    for (const screen of ['watch', 'localizations', 'localizations?by=eid', 'requests', 'report']) {
      // oxlint-disable no-await-in-loop -- one after the other
      await page.goto(`${origin}/#/${screen}`);
      await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(1_500);
      expect(await drawn(page, 'Watch')).toMatchObject({ leaving: [], harmed: null });
      // oxlint-enable no-await-in-loop
    }
    expect([...harm, ...complaints]).toEqual([]);
    await files(page, workplace);
  },
);

/** As somebody opens what they were sent: from the disk, with nobody's policy but their own. */
async function files(page: Page, workplace: Workplace): Promise<void> {
  const at = (name: string) => `${workplace.folder}/${name}`;
  const common = ['--data-dir', workplace.dataDir];
  await workplace.output(['report', ...common, '--since', '1h', '--format', 'html', '--out', at('report.html')]);
  await workplace.output([
    'support-pack',
    ...common,
    '--query',
    'outcome:failed,partial,unknown',
    '--out',
    at('pack.zip'),
  ]);
  const pack = Object.entries(unzipSync(new Uint8Array(await readFile(at('pack.zip')))));
  const pages = pack.filter(([name]) => name.endsWith('.html')).map(([, bytes]) => new TextDecoder().decode(bytes));
  for (const html of [await readFile(at('report.html'), 'utf8'), ...pages]) {
    const read = await page.context().newPage();
    const asked: string[] = [];
    read.on('request', (each) => asked.push(each.url()));
    await read.setContent(html);
    const dangerous =
      'script, iframe, object, embed, form, input, img, svg, video, audio, base, link, [onload], [onerror]';
    expect({
      asked,
      dangerous: await read.locator(dangerous).count(),
      harmed: await read.evaluate(() => document.documentElement.dataset['harmed'] ?? null),
      leaving: await read.locator('a').count(),
    }).toEqual({ asked: [], dangerous: 0, harmed: null, leaving: 0 });
    await read.close();
  }
}

hostile('[PAGE-267] what is unseen in identifiers is seen, on every screen', async ({ page, shown }) => {
  const { origin } = await shown(unseenTexts);
  const addresses = unseenTexts.flatMap((text) => CASES.map(({ at }) => at(text)));
  for (const address of ['watch', 'localizations', 'localizations?by=eid', 'requests', 'report', ...addresses]) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.goto(`${origin}/#/${address}`);
    await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(300);
    expect(await page.locator('body').innerText(), address).not.toMatch(UNSEEN);
    // oxlint-enable no-await-in-loop
  }
});
