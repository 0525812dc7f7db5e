/** Clicks every number that the page shows over random stores, and counts the rows that it opens. */
import type { Page } from '@playwright/test';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { caseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { randomDay } from '../doubles/random-day.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { isThorough, rounds } from '../support/breadth.ts';
import { FILLED_STORE_ID, Workplace } from '../support/command.ts';
import { expect, SharedHost, test } from './page.ts';

const HOUR = 3_600_000;
const AWAY_HOURS = 20;
const STORES = rounds({ usual: 1, thorough: 12 });
/** Each store leaves out other numbers, because all of them take half a minute. */
const SKIPS = 3;
const groupLinks = (screen: string) => `a[href^="#/${screen}?group="]:not([href*="case="])`;
const SCREENS = [
  'localizations',
  'localizations?by=eid',
  'requests',
  `requests?case=${caseKey({ kind: 'request', requestId: 'REQ-1' })}`,
  'timeline',
  'coverage',
  `report?span=${AWAY_HOURS}h`,
  'subject?id=89049032000000000000000000000101',
  'settings?part=alarms',
  'data',
];

const title = `[CASE-16] each number that the page shows opens as many rows as it says, in ${STORES} random stores`;
test(title, { tag: isThorough ? '@long' : [] }, async ({ browser }) => {
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 1 });
  const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
  const wrong: unknown[] = [];
  let shown = 0;
  for (let seed = 1; seed <= STORES; seed += 1) {
    const workplace = await Workplace.create();
    const now = Date.now();
    const store = await workplace.openStore('Acme Europe');
    await randomDay(store, randomNumbers(seed), now);
    await store.close();
    const profile = await workplace.profile(simulator, { name: 'Acme Europe', id: FILLED_STORE_ID });
    const host = await SharedHost.start(browser, workplace, ['--profile', profile], secret);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(
      ({ id, from, to }) => {
        const visit = { at: to, away: { from, to }, read: null };
        window.localStorage.setItem('watchfloor.looked', JSON.stringify({ [id]: visit }));
      },
      { id: FILLED_STORE_ID, from: now - AWAY_HOURS * HOUR, to: now },
    );
    await host.enter(page);
    await page.getByRole('region', { name: 'Since you left' }).getByRole('link').first().waitFor();
    const groups: string[] = [];
    for (const screen of ['localizations', 'requests']) {
      const link = page.locator(groupLinks(screen)).first();
      if ((await link.count()) > 0) groups.push(((await link.getAttribute('href')) ?? '').slice('#/'.length));
    }
    for (const screen of ['watch', ...groups, ...SCREENS]) {
      const clicked = await clickNumbers(page, { screen, from: seed % SKIPS, step: SKIPS });
      shown += clicked.shown;
      wrong.push(...clicked.wrong.map((one) => ({ seed, screen, ...one })));
    }
    await context.close();
    await workplace.close();
  }
  await simulator.stop();
  expect(wrong).toEqual([]);
  // Few numbers would prove little.
  expect(shown).toBeGreaterThan(STORES * 30);
});

interface Clicked {
  readonly shown: number;
  readonly wrong: readonly {
    readonly name: string;
    readonly count: number | null;
    readonly opened: readonly number[];
  }[];
}

/** Runs in the page, because a call for each click would take most of the time. */
const clickNumbers = (page: Page, on: { screen: string; from: number; step: number }): Promise<Clicked> =>
  page.evaluate(async ({ screen, from, step }) => {
    const PATIENCE_MS = 3_000;
    const number = (text: string | null | undefined) =>
      Number(/\d[\d,]*/.exec(text ?? '')?.[0].replaceAll(',', '') ?? Number.NaN);
    const words = (element: HTMLElement) => element.innerText.replaceAll(/\s+/g, ' ').trim();
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

    /** Returns the number of rows that a link or button states; null if it states none. */
    function countOf(element: HTMLElement): number | null {
      const text = words(element);
      const bold = [...element.querySelectorAll<HTMLElement>('b, strong, .loud')].find((each) =>
        /^[\d,]+$/.test(each.innerText.trim()),
      );
      // The sum of the resources of its rows, and lengths of time.
      if (/ of [\d,]+ resources of /.test(text)) return null;
      // The number of an event, and the code of a chip that leaves its group.
      if (text.startsWith('event ') || / ?, open$/.test(text)) return null;
      const labelled = /, ([\d,]+)$/.exec(element.getAttribute('aria-label') ?? '');
      if (labelled !== null) return number(labelled[1]);
      // Failed resources, in so many rows.
      const within = / in ([\d,]+) requests?$/.exec(text);
      if (within !== null) return number(within[1]);
      if (bold !== undefined) return number(bold.innerText);
      if (/ once:/.test(text)) return 1;
      const named =
        / ([\d,]+) times:/.exec(text) ??
        /^([\d,]+) (?:eUICCs?|requests?|gaps?|alarms?|overdue|heartbeats?|failed|partial|unknown|in progress|succeeded)\b/.exec(
          text,
        ) ??
        /^(?:[^\d,]*\s)?(\d[\d,]{0,6})(?: (?:open|failed|partial|unknown|in progress|succeeded))?$/.exec(text);
      return named === null ? null : number(named[1]);
    }
    const controls = () => {
      const found = document.querySelectorAll<HTMLElement>(
        screen === 'watch' ? 'a[href^="#"], button' : 'main :is(a[href^="#"], button)',
      );
      return [...found].filter((each) => each.checkVisibility());
    };
    /** Some addresses end with the present time. */
    const nameOf = (element: HTMLElement) =>
      element.getAttribute('href')?.replace(/until:\S*?Z/, '') ?? element.getAttribute('aria-label') ?? words(element);
    const named = () => [
      ...new Set(
        controls()
          .filter((each) => countOf(each) !== null)
          .map(nameOf),
      ),
    ];
    const find = (name: string) => controls().find((each) => nameOf(each) === name && countOf(each) !== null);

    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const rowCount = (grid: string) => number(document.querySelector(grid)?.getAttribute('aria-rowcount')) - 1;
    const lines = (section: string) =>
      all(`[data-line^="${section} "]`).length + (number(all(`[data-line="more ${section}"]`)[0]?.textContent) || 0);
    const placeOf = (element: HTMLElement) => ({
      isRail: element.closest('nav') !== null,
      isDetail: element.closest('aside') !== null,
      earlierAlarms: all('li[data-new]').length - 1,
    });
    /** Returns what the opened screen states and shows, which must all be the number. */
    function opened(name: string, { isRail, isDetail, earlierAlarms }: ReturnType<typeof placeOf>): number[] {
      const hash = decodeURIComponent(window.location.hash);
      const content = () => document.querySelector('main')?.innerText ?? '';
      if (isRail) return [number(/Open\s[\d,]+|[\d,]+ open/.exec(content())?.[0])];
      if (name.includes('overdue')) return [all('main a').filter((each) => words(each).includes('overdue')).length];
      if (name.includes('alarms since')) return [all('li[data-new]').length - earlierAlarms];
      if (/alarms?$/.test(name))
        return [
          all('[role=dialog] li[data-tone]').length +
            (number(/[\d,]+ (?:more|earlier)/.exec(all('[role=dialog]')[0]?.innerText ?? '')?.[0]) || 0),
        ];
      if (hash.startsWith('#/timeline')) return [number(all('[aria-label="Events over time"] strong')[0]?.innerText)];
      if (hash.startsWith('#/coverage')) return [all('tr[data-key^=gap]').length];
      if (hash.includes('cases=')) {
        const cases = all('ul[aria-label=Cases] > li').map(words);
        const left = hash.includes('cases=moved') ? cases.filter((each) => each.includes('now under')).length : 0;
        return [cases.length - 2 * left];
      }
      if (hash.startsWith('#/report')) {
        const more = /And (one|[\d,]+) shorter/.exec(content())?.[1];
        return [(content().match(/\bGap /g) ?? []).length + (more === 'one' ? 1 : number(more) || 0)];
      }
      if (isDetail && hash.includes('case=')) return [rowCount('[data-testid=request-resources] [aria-rowcount]')];
      if (hash.startsWith('#/requests'))
        return [rowCount('[aria-rowcount]'), all('[aria-label="Requests, newest first"] tr[data-key]').length];
      if (/^(?:well|done)$/.test(name)) return [lines(name)];
      if (/[?&](?:find|by)=/.test(hash)) return [number(/[\d,]+ (?:found|open)/.exec(content())?.[0]), lines('list')];
      return [lines('group')];
    }

    /** Waits until the page has drawn the screen, because it would add a click to the filter before. */
    async function show(): Promise<void> {
      if (decodeURIComponent(window.location.hash) === `#/${decodeURIComponent(screen)}`) return;
      const changed = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
      window.location.hash = `#/${screen}`;
      await changed;
      await new Promise(requestAnimationFrame);
      await pause(0);
    }

    const began = performance.now();
    await show();
    let names: readonly string[] = [];
    for (let steady = 0; steady < 10 && performance.now() - began < PATIENCE_MS; steady += 1) {
      await pause(50);
      const now = named();
      if (now.join() !== names.join()) steady = 0;
      names = now;
    }
    const wrong = [];
    let shown = 0;
    const chosen = names.filter((_, index) => index % step === from);
    for (const name of chosen) {
      await show();
      const until = performance.now() + PATIENCE_MS;
      let element = find(name);
      while (element === undefined && performance.now() < until) {
        await pause(15);
        element = find(name);
      }
      // A link of the last 24 h begins a minute later after a minute, and is another one then.
      if (element === undefined) continue;
      shown += 1;
      const count = countOf(element);
      const place = placeOf(element);
      // A section that is open shows its rows; a click would close it.
      if (element.getAttribute('aria-expanded') !== 'true') element.click();
      let found: number[] = [];
      do {
        await pause(15);
        found = opened(element.dataset['line'] ?? name, place);
      } while (!found.every((each) => each === count) && performance.now() < until);
      if (!found.every((each) => each === count))
        wrong.push({ name, count, opened: found, hash: window.location.hash });
      if (document.querySelector('[role=dialog]') !== null) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        await pause(15);
      }
    }
    return { shown, wrong };
  }, on);
