/**
 * Tests hostile texts of a service in every field of localizations and requests, on every screen that shows them, in
 * the report and in the support pack. Each is rendered with the same elements as a harmless text, and nothing of it
 * runs or is requested.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { hostileTexts, deceptiveTexts } from '../doubles/hostile-texts.ts';
import { batchOf } from '../doubles/received-events.ts';
import { sentLocalization, sentRequest } from '../doubles/sent-failures.ts';
import { FILLED_STORE_ID, Workplace } from '../support/command.ts';
import { expect, SharedHost, signal, test } from './page.ts';

const HARMLESS = 'harmless text';
const UNSEEN = /[\u200b-\u200d\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/;

/** Creates a failed localization with this text in every field. */
function localization(text: string, at: number): ReceivedEvent {
  const errors = [text, `${text} `].map((each) => ({ errorCode: each, errorMessage: each, errorType: each }));
  const fields = { eid: text, operation: text, iccid: text, country: text, errorCode: text, errors };
  return sentLocalization({ ...fields, at, envelope: { principal: text, [text]: text } });
}

/** Creates a partly failed request with this text in every field. */
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
    await store.writer.append(batchOf(first === 0 ? 'opens' : 1, events.slice(first, first + 100)));
  await store.close();
}

/** Returns the number of elements of each kind in a region, and the links that leave the page. */
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
    // The raw text opens automatically, because the code is not documented.
    whole: '[aria-label="Case in full"] fieldset',
  },
  {
    name: 'request',
    at: (text: string) => `requests?resources=all&case=${encodeURIComponent(`request:${text}`)}`,
    shows: 'Request in full',
    whole: '[aria-label="Request in full"] tbody td',
  },
] as const;

const SCREENS = ['watch', 'localizations', 'localizations?by=eid', 'requests', 'report'];

/** A script, an event handler, a template and the name of the prototype. */
const SAMPLE = [0, 6, 62, 79].map((place) => hostileTexts[place] ?? '');

for (const { name: count, texts, tag } of [
  { name: 'four', texts: SAMPLE, tag: [] },
  { name: 'eighty', texts: hostileTexts, tag: ['@long'] },
])
  test.describe(`${count} hostile texts`, { tag }, () => {
    test.setTimeout(600_000);
    let workplace: Workplace;
    let simulator: Simulator;
    let host: SharedHost;
    let harm: string[];

    test.beforeAll(async ({ browser }) => {
      workplace = await Workplace.create();
      await fill(workplace, [...texts, ...deceptiveTexts]);
      simulator = await startSimulator({ scenario: 'none' });
      const profile = await workplace.profile(simulator, { id: FILLED_STORE_ID });
      host = await SharedHost.start(browser, workplace, ['--profile', profile], {
        [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
      });
    });
    test.afterAll(async () => {
      await workplace?.close();
      await simulator?.stop();
    });
    test.beforeEach(async ({ page }) => {
      harm = [];
      page.on('request', (each) => {
        if (!each.url().startsWith(host.origin)) harm.push(each.url());
      });
      page.on('dialog', (dialog) => {
        harm.push(dialog.message());
        void dialog.dismiss();
      });
      await host.enter(page);
      await expect(signal(page)).toHaveText(/Watching/);
    });

    for (const { name, at, shows, whole } of CASES)
      test(`[PAGE-173] in every field of a ${name} are text, also in its raw text and its pack`, async ({
        page,
        complaints,
      }) => {
        const open = async (text: string) => {
          await page.goto(`${host.origin}/#/data`);
          await page.getByRole('heading', { name: /^On this computer/ }).waitFor();
          await page.goto(`${host.origin}/#/${at(text)}`);
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
        for (const [place, text] of texts.entries()) {
          await open(text);
          await expect.poll(() => drawn(page, shows), { message: text }).toEqual(harmless);
          if (place % 4 !== 0) continue;
          await page.keyboard.press('v');
          await page.keyboard.press('p');
          const paper = page.getByRole('region', { name: 'Preview of the pack' });
          await paper.getByRole('heading').first().waitFor();
          expect(await drawn(page, shows)).toMatchObject({ leaving: [], harmed: null });
          await page.keyboard.press('Escape');
        }
        expect([...harm, ...complaints]).toEqual([]);
      });

    test('[PAGE-173] are text in lists, in figures, in the report and in the files created from them', async ({
      page,
      complaints,
    }) => {
      for (const screen of SCREENS) {
        await page.goto(`${host.origin}/#/${screen}`);
        await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(1_500);
        expect(await drawn(page, 'Watch')).toMatchObject({ leaving: [], harmed: null });
      }
      expect([...harm, ...complaints]).toEqual([]);
      await files(page, workplace);
    });

    test('[PAGE-267] with invisible characters in an identifier show them on every screen', async ({ page }) => {
      const addresses = deceptiveTexts.flatMap((text) => CASES.map(({ at }) => at(text)));
      for (const address of [...SCREENS, ...addresses]) {
        await page.goto(`${host.origin}/#/${address}`);
        await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(300);
        expect(await page.locator('body').innerText(), address).not.toMatch(UNSEEN);
      }
    });
  });

/** Opens the report and the pack as their recipient does: from the disk, without the security policy of the host. */
async function files(page: Page, workplace: Workplace): Promise<void> {
  const at = (name: string) => `${workplace.folder}/${name}`;
  const common = ['--data-dir', workplace.dataDir];
  await workplace.output(['report', ...common, '--since', '1h', '--format', 'html', '--output', at('report.html')]);
  await workplace.output([
    'support-pack',
    ...common,
    '--query',
    'outcome:failed,partial,unknown',
    '--output',
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
