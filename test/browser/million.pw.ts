/** Tests the timeline over a million stored events while new ones arrive. All tests share one store. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { numberText } from '../../src-shared/words/store-words.ts';
import { NEEDLE_WORDS, needleCount } from '../bench/generated-events.ts';
import { Workplace } from '../support/command.ts';
import { MillionStore, CONTENT } from './million-store.ts';
import { expect, timelineRows, signal, test } from './page.ts';

const EVENTS = 1_000_000;

test.describe.configure({ mode: 'serial' });

let million: MillionStore;
let page: Page;
const complaints: string[] = [];
/** Number of events other than heartbeats since the host was started; the first is the start of the session. */
let came = 1;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(1_800_000);
  million = await MillionStore.start(EVENTS);
  const context = await browser.newContext();
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(million.link);
  await expect(signal(page)).toHaveText(/Watching/);
  await page.goto(`${new URL(million.link).origin}/#/timeline`);
});
test.afterAll(async () => {
  test.setTimeout(60_000);
  await page?.context().close();
  await million?.stop();
});
test.afterEach(() => expect(complaints).toEqual([]));

const grid = () => page.getByRole('grid', { name: 'Events, newest first' });
const row = (seq: number) => grid().locator(`tr[data-key="${seq}"]`);
const field = () => page.getByRole('combobox', { name: /^Filter/ });
const caption = () => page.getByRole('region', { name: 'Events over time' });
const chart = () => caption().getByRole('slider');
const values = (group: string) =>
  page.getByRole('complementary', { name: 'Values' }).getByRole('region', { name: group });
const query = () => decodeURIComponent(new URL(page.url()).hash);
const standing = () => page.getByTestId('events').locator('..');
const drawn = async () =>
  (await timelineRows(page).evaluateAll((lines) => lines.map((line) => line.getAttribute('data-key') ?? '')))
    .filter((key) => /^\d+$/.test(key))
    .map(Number);

/** Opens a live list with this filter from anywhere. */
async function show(filter = ''): Promise<void> {
  await page.mouse.move(720, 2);
  // A list that has the focus counts as being read, and is held.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.goto(`${new URL(million.link).origin}/#/timeline?q=${encodeURIComponent(filter)}`);
  await expect(caption()).toBeVisible();
}
async function counts(events: number, timeout = 300_000): Promise<void> {
  await expect(caption().locator('strong').first()).toHaveText(
    events === 1 ? '1 event' : `${numberText(events)} events`,
    { timeout },
  );
}
/** Creates a failed localization with the current time. */
function failure(number: number) {
  const at = Date.now();
  const data = JSON.stringify({
    createdDateTime: new Date(at).toISOString(),
    detailedMessage: { eid: `8904903200123456789012347070${number}`, errorCode: 'LIVE_ONE_FAILED' },
    principal: 'acme/emea/fleet',
    operation: 'ENABLED',
    state: 'FAILED',
  });
  return { receivedAt: at, kind: 'LOCALIZATION', id: `live-${number}`, data };
}
function send(number: number): void {
  million.server.sendEvent(failure(number));
  came += 1;
}

test(
  'the timeline counts all events, and is read by wheel, End and Home without a missing row',
  { tag: '@long' },
  async () => {
    await counts(million.countEvents(0, CONTENT.beat) + came);
    await grid().hover({ position: { x: 200, y: 200 } });
    for (let turn = 0; turn < 30; turn += 1) {
      await page.mouse.wheel(0, 2_500);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await expect.poll(async () => Math.max(...(await drawn()))).toBeLessThan(EVENTS - 1_000);
    await expect.poll(drawn).not.toEqual([]);
    const seen = await drawn();
    expect(seen).toEqual(million.drawnBetween(seen[0] ?? 0, seen.at(-1) ?? 0));
    await page.keyboard.press('End');
    await expect(row(million.drawnBetween(50, 1).at(-1) ?? 0)).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(row(million.drawnBetween(EVENTS, EVENTS - 50)[0] ?? 0)).toBeInViewport();
  },
);

test('events are filtered by a click on a value and by typed terms', { tag: '@long' }, async () => {
  await show();
  const sweden = values('Country').getByRole('button', { name: /^(SE|Sweden)[ ,]/ });
  const found = million.countEvents(CONTENT.sweden);
  await expect(sweden).toHaveAccessibleName(new RegExp(`, ${numberText(found)}$`));
  await sweden.click();
  await counts(found);
  expect(query()).toContain('q=country:SE');
  // The rows of the previous query stay until those of this query are read.
  const others = async () =>
    (await drawn()).filter((seq) => !/countryCode\\?":\\?"SE/.test(million.sentEvent(seq).data));
  await expect.poll(others).toEqual([]);
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(10);
  expect(await others()).toEqual([]);
  // A field is counted without its own filter.
  await expect(sweden).toHaveAccessibleName(new RegExp(`, ${numberText(found)}$`));

  await page.keyboard.press('/');
  await page.keyboard.type('code:PROVISION_PROFILE_FAILED ');
  await counts(million.countEvents(CONTENT.sweden | CONTENT.uncommon));
  await sweden.click({ modifiers: ['Alt'] });
  await counts(million.countEvents(CONTENT.uncommon, CONTENT.sweden));
  expect(query()).toContain('-country:SE');
  await page.getByRole('button', { name: 'Remove code:PROVISION_PROFILE_FAILED' }).click();
  await counts(million.countEvents(0, CONTENT.sweden | CONTENT.beat) + came);
});

test('words and parts of identifiers are found anywhere in an event', { tag: '@long' }, async () => {
  await show(`text:"${NEEDLE_WORDS}"`);
  // The index may not be complete yet; the rest is searched directly.
  await counts(needleCount(EVENTS), 900_000);
  const places = Array.from({ length: needleCount(EVENTS) }, (_, at) => 12_346 + at * 166_667).toReversed();
  await expect.poll(drawn).toEqual(places);

  let seq = Math.floor(EVENTS / 3);
  while (!million.sentEvent(seq).data.includes('MSISDN')) seq += 1;
  const pieces = [identifier(seq, 'IMSI'), identifier(seq, 'MSISDN'), identifier(seq, 'ICCID')];
  for (const [place, [name, value]] of pieces.entries()) {
    const piece = place === 0 ? value.slice(3, 13) : place === 1 ? `…${value.slice(-9)}` : `${value.slice(0, 15)}…`;
    await show();
    await field().focus();
    await page.keyboard.type(`${name}:${piece} `);
    await expect.poll(query).toContain(`q=${name}:${piece}`);
    await counts(1);
    await expect.poll(drawn, `${name}:${piece}`).toEqual([seq]);
  }
});

test('time is zoomed by dragging and by keys, and reset', { tag: '@long' }, async () => {
  await show();
  await counts(million.countEvents(0, CONTENT.beat) + came);
  const box = must(await chart().boundingBox());
  await page.mouse.move(box.x + box.width * 0.4, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 30, { steps: 5 });
  await page.mouse.up();
  await zoomedTo();
  await chart().dblclick();
  await counts(million.countEvents(0, CONTENT.beat) + came);
  expect(query()).not.toContain('since:');

  await chart().focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter'])
    await page.keyboard.press(key);
  await zoomedTo();
  await page.keyboard.press('z');
  await counts(million.countEvents(0, CONTENT.beat) + came);
});
async function zoomedTo(): Promise<void> {
  await expect.poll(query).toMatch(/since:\S+ until:\S+/);
  const [, since = '', until = ''] = /since:(\S+) until:([^\s&]+)/.exec(query().replaceAll('+', ' ')) ?? [];
  const found = million.countEvents(0, CONTENT.beat, Date.parse(since), Date.parse(until));
  expect(found).toBeGreaterThan(1_000);
  expect(found).toBeLessThan(EVENTS / 3);
  await counts(found);
}

test(
  'the timeline goes to a time, and the event there opens with everything that was sent',
  { tag: '@long' },
  async () => {
    await show();
    const minutes = Math.floor(EVENTS / 300);
    const at = million.pace.startAt + minutes * 60_000;
    await page.getByRole('button', { name: /span of time$/ }).click();
    await page.getByRole('textbox', { name: 'Go to' }).fill(new Date(at).toISOString().slice(0, 16).replace('T', ' '));
    await page.keyboard.press('Enter');
    // The last event at or before that time that the list shows.
    const seq = minutes * 120 + 1;
    const [shown = 0] = million.drawnBetween(seq, seq - 9);
    await expect(row(shown)).toBeInViewport();
    await row(shown).click({ position: { x: 40, y: 10 } });
    const pane = page.getByRole('complementary', { name: `Event ${shown}`, exact: true });
    await expect(pane.getByRole('heading', { name: 'Received text' })).toBeVisible();
    const place = million.countEvents(0, CONTENT.beat, million.pace.startAt + shown * 500) + came + 1;
    await expect(pane).toContainText(
      `${numberText(place)} of ${numberText(million.countEvents(0, CONTENT.beat) + came)}`,
    );
    await expect(pane).toContainText(must(million.sentEvent(shown).id));
    await page.keyboard.press('j');
    const [, below = 0] = million.drawnBetween(shown, shown - 9);
    await expect(page.getByRole('complementary', { name: `Event ${below}`, exact: true })).toContainText(
      must(million.sentEvent(below).id),
    );
    await page.keyboard.press('Escape');
  },
);

test(
  'matching events are drawn as they arrive, wait while the user points, and then continue',
  { tag: '@long' },
  async () => {
    await show('code:LIVE_ONE_FAILED');
    await counts(0);
    send(1);
    await counts(1);

    // The list also contains the gap before the host was started.
    const lines = grid().locator('tr[data-kind="row"]');
    await lines.first().hover();
    send(2);
    await expect(standing()).toContainText('Held while you point');
    await expect(standing()).toContainText('1 new ↑');
    await expect(lines).toHaveCount(1);
    await page.mouse.move(720, 2);
    await expect(lines).toHaveCount(2);
    await expect(standing()).toContainText('Live');
  },
);
test('a view is saved, counts new events, and leads back to its rows', { tag: '@long' }, async () => {
  await show('code:LIVE_ONE_FAILED,PROVISION_PROFILE_FAILED');
  const found = million.countEvents(CONTENT.uncommon) + came - 1;
  await counts(found);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Two codes');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();
  const view = page.getByRole('region', { name: 'Saved views' }).getByRole('link', { name: /^Two codes/ });
  await expect(view).toContainText(numberText(found));
  send(3);
  await expect(view).toContainText(numberText(found + 1));
  await show();
  await view.click();
  await counts(found + 1);
  expect(query()).toContain('code:LIVE_ONE_FAILED,PROVISION_PROFILE_FAILED');
});

test('everything is exported as it was received, with a description of the export', { tag: '@long' }, async () => {
  await show();
  const about = await exported();
  const { lines, sha256, differ } = await million.compared(about.path);
  expect(differ).toEqual([]);
  expect(lines).toBeGreaterThan(EVENTS + came - 1);
  expect(about.told).toMatchObject({
    query: '',
    format: 'jsonl',
    masked: [],
    zone: 'UTC',
    withheld: 0,
    unreadable: [],
  });
  expect(about.told).toMatchObject({ events: lines, sha256, oldest: new Date(million.pace.startAt).toISOString() });
  expect(about.told.coverage.gaps).toHaveLength(1);
});

test('an export of a filter equals the output of the command line', { tag: '@long' }, async () => {
  const filter = 'code:PROVISION_PROFILE_FAILED country:SE';
  await show(filter);
  await counts(million.countEvents(CONTENT.uncommon | CONTENT.sweden));
  const about = await exported();
  const workplace = await Workplace.create();
  const printed = await workplace.output([
    'events',
    '--data-dir',
    million.dataDir,
    '--format',
    'ndjson',
    '--query',
    filter,
  ]);
  await workplace.close();
  expect(about.told).toMatchObject({ query: filter, events: million.countEvents(CONTENT.uncommon | CONTENT.sweden) });
  expect(readFileSync(about.path, 'utf8') === printed).toBe(true);
});

interface Told {
  readonly coverage: { readonly gaps: readonly unknown[] };
}
/** Exports from the dialog with nothing masked, and returns the path of the file and its description. */
async function exported(): Promise<{ path: string; told: Told }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  for (const mask of await dialog.getByRole('checkbox').all()) await mask.uncheck();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('heading', { name: 'Exported' })).toBeVisible({ timeout: 1_000_000 });
  const path = await fileOf(dialog);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test says what is in it
  return { path, told: JSON.parse(readFileSync(`${path}.about.json`, 'utf8')) as Told };
}
async function fileOf(dialog: Locator): Promise<string> {
  const text = (await dialog.textContent()) ?? '';
  return must(/^.+?\.jsonl/.exec(text.slice(text.indexOf(million.dataDir)))?.[0]);
}

function identifier(seq: number, type: string): readonly [field: string, value: string] {
  const value = new RegExp(`"type\\\\?":\\\\?"${type}\\\\?",\\\\?"value\\\\?":\\\\?"(\\d+)`).exec(
    million.sentEvent(seq).data,
  )?.[1];
  return [type.toLowerCase(), must(value)];
}
function must<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('it is not there');
  return value;
}
