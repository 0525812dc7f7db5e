/**
 * Counts what an operator must read in a storm, and the acts that the tasks of a shift need. An act is a click, a key, a
 * sequence of keys such as G H, or a typed text with the way to its field. The operator's name is known.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { CASES, fillShift } from '../pictures/filled-shift.ts';
import { FILLED_STORE_ID, InProcessCommand, Workplace } from '../support/command.ts';
import { missingNatsServer } from '../support/missing-programs.ts';
import { NatsServer } from '../support/nats-server.ts';
import { closedPort } from '../fixtures/loopback.ts';
import { expect, SharedHost, test as base } from './page.ts';
import { visibleText } from './visible-text.ts';

const MAX_NUMBERS = 60;
const MAX_WORDS = 250;

/** A shift of 20 h that ends in a storm, with other failures, partial requests, gaps and owners. */
const test = base.extend<object, { shift: SharedHost }>({
  shift: [
    async ({ browser }, use) => {
      const [simulator, workplace] = await Promise.all([startSimulator({ scenario: 'none' }), Workplace.create()]);
      const store = await workplace.openStore('Acme Europe');
      await fillShift(store, 'storm');
      await store.close();
      const profile = await workplace.profile(simulator, { id: FILLED_STORE_ID, name: 'Acme Europe' });
      const keyFile = join(workplace.folder, 'vault.key');
      await writeFile(keyFile, 'vault-key '.repeat(8), { mode: 0o600 });
      const vault = ['--data-dir', workplace.dataDir, '--vault-key-file', keyFile];
      const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
      // Stores the profile: a desk that reads a profile from a file does not join a team on the page.
      const first = workplace.runInProcess(['start', '--web', '--no-open', ...vault, '--profile', profile], secret);
      await first.waitForText(/^Watchfloor is ready/m);
      await first.stop();
      await use(await SharedHost.start(browser, workplace, vault.slice(2), secret));
      await workplace.close();
      await simulator.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
test.use({ opens: null });

const cleanUps: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Acts as an operator, and counts the acts. */
class Operator {
  acts = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    this.acts += 1;
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async click(target: Locator): Promise<void> {
    await expect(target).toBeEnabled();
    this.acts += 1;
    await target.click();
  }

  /** @param field the focused one if missing */
  async type(text: string, field?: Locator): Promise<void> {
    this.acts += 1;
    await (field === undefined ? this.page.keyboard.insertText(text) : field.fill(text));
  }

  async choose(file: string, field: Locator): Promise<void> {
    this.acts += 1;
    await field.setInputFiles(file);
  }

  /** Types an id, a name or a time into Ctrl+K, and waits for what it finds. */
  async find(text: string, found: RegExp): Promise<void> {
    await this.press('Control+K');
    await this.type(text);
    await expect(this.page.getByRole('option', { name: found }).first()).toBeVisible();
  }
}

const OPERATOR = JSON.stringify({ id: 'ines-1', name: 'Ines Haugen' });

async function onShift(page: Page, shift: SharedHost): Promise<Operator> {
  await page.addInitScript((person) => localStorage.setItem('watchfloor.person', person), OPERATOR);
  await shift.enter(page);
  await expect(storm(page).getByRole('heading', { name: /cannot be used/ })).toBeVisible();
  return new Operator(page);
}

const storm = (page: Page) => page.getByRole('region', { name: 'Storm' });
/** ICCID of a resource that failed in one request only. */
const FAILED_ICCID = '8949020000000000040';
const FAILED_EID = CASES.tried.slice('eid:'.length);
/** Within a gap of 20 minutes. */
const IN_GAP_MS = 14 * 3_600_000 + 50 * 60_000;

test('[PAGE-55] the first screen in a storm has at most 60 numbers and 250 words at 1440 × 900', async ({
  page,
  shift,
}) => {
  await shift.enter(page);
  await expect(page.getByRole('heading', { name: /cannot be used/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Failures by country' })).toBeVisible();
  await expect(page.getByText(/^(Looks like one|May be several) cause/)).toBeVisible();
  const { words, numbers } = await visibleText(page);
  // More than the frame, so that a screen that still reads does not pass.
  expect(numbers.length).toBeGreaterThan(30);
  expect(numbers.length, numbers.join(' ')).toBeLessThanOrEqual(MAX_NUMBERS);
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(MAX_WORDS);
});

test('an operator sees where most fails, and what to do, in two acts', async ({ page, shift }) => {
  const operator = await onShift(page, shift);
  await expect(page.getByRole('list', { name: 'Failures by country' }).getByRole('link').first()).toContainText(
    'Norway',
  );
  await operator.press('e');
  await expect(page.getByRole('region', { name: 'Failure group in full' })).toContainText(
    /Usable\s*No .*Who must act\s*You, then the provider/,
  );
  expect(operator.acts).toBeLessThanOrEqual(2);
});

test('evidence about one eUICC is saved for the provider in six acts', async ({ page, shift }) => {
  const operator = await onShift(page, shift);
  await operator.find(FAILED_EID, /eUICC/);
  await operator.press('Enter');
  await operator.click(page.getByRole('link', { name: 'Open its case' }));
  await expect(page.getByRole('list', { name: 'Advice of the provider' })).toBeVisible();
  await operator.press('p');
  await expect(page.getByRole('dialog', { name: 'Support pack' })).toContainText(FAILED_EID);
  const downloading = page.waitForEvent('download');
  await expect(page.getByRole('button', { name: 'Save pack' })).toBeEnabled();
  await operator.press('Control+s');
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  expect(operator.acts).toBeLessThanOrEqual(6);
});

test('a shift is handed over in four acts, and accepted in two', async ({ page, shift }) => {
  const operator = await onShift(page, shift);
  await operator.press('g', 'h');
  await operator.click(page.getByRole('button', { name: 'Hand over the shift …' }));
  await operator.type('The depot restarts its readers at 15:00.');
  await operator.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(operator.acts).toBeLessThanOrEqual(4);

  const next = new Operator(page);
  await next.press('g', 'w');
  await expect(page.getByText('The depot restarts its readers at 15:00.')).toBeVisible();
  await next.click(page.getByRole('button', { name: /^Accept all/ }));
  await expect(page.getByRole('button', { name: /^Accept all/ })).toHaveCount(0);
  expect(next.acts).toBeLessThanOrEqual(2);
});

test('a group is muted until a time of day in four acts', async ({ page, shift }) => {
  const operator = await onShift(page, shift);
  await operator.press('m');
  await operator.type('8:00', page.getByRole('textbox', { name: 'Muted until' }));
  await operator.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/^muted until .*08:00/)).toBeVisible();
  expect(operator.acts).toBeLessThanOrEqual(4);
  await operator.press('Control+z');
  await expect(storm(page)).toBeVisible();
});

test('an operator learns in three acts beside the id if an ICCID is all right', async ({ page, shift }) => {
  const operator = await onShift(page, shift);
  await operator.find(FAILED_ICCID, /ICCID/);
  await operator.press('Enter');
  await expect(page.getByRole('region', { name: 'Id', exact: true })).toContainText(/failed with 412.*You must act/);
  expect(operator.acts - 1).toBeLessThanOrEqual(3);
});

test('the failures of a company are a spreadsheet with its name in six acts', async ({ page, shift }) => {
  const operator = await onShift(page, shift);
  await operator.find('Nordwind', /company:"Nordwind Logistics"/);
  await operator.click(page.getByRole('option', { name: /company:"Nordwind Logistics"/ }));
  await expect(page).toHaveURL(/timeline.*company/);
  await operator.press('Shift+E');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await operator.click(dialog.getByRole('button', { name: 'Failed resources' }));
  const downloading = page.waitForEvent('download');
  await operator.click(dialog.getByRole('button', { name: 'Export', exact: true }));
  const file = await downloading;
  expect(operator.acts).toBeLessThanOrEqual(6);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const sheet = unzipSync(await readFile(await file.path()))['xl/worksheets/sheet1.xml'];
  const [head = '', ...rows] = new TextDecoder().decode(sheet).match(/<row.*?<\/row>/gs) ?? [];
  expect(head).toContain('>company<');
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => !row.includes('>Nordwind Logistics<')).length).toEqual(0);
});

test('an operator learns in four acts if a time of day was watched', async ({ page, shift }) => {
  const operator = await onShift(page, shift);
  const inGap = new Date(Date.now() - IN_GAP_MS).toISOString().slice(11, 16);
  await operator.find(inGap, /^Coverage at /);
  await operator.press('ArrowDown');
  await operator.press('Enter');
  await expect(page.getByText(/^No: gap .* – .* UTC/)).toBeVisible();
  expect(operator.acts).toBeLessThanOrEqual(4);
});

test('failures go to Alertmanager after six acts', async ({ page, shift }) => {
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port
  const { port } = receiver.address() as AddressInfo;
  cleanUps.push(() => receiver.close());
  const operator = await onShift(page, shift);
  await operator.press('g', ',');
  await operator.click(page.getByRole('link', { name: 'Outlets' }));
  await operator.click(page.getByRole('button', { name: 'Add outlet' }));
  await operator.type('noc', page.getByLabel('Name of the outlet'));
  await operator.type(`http://127.0.0.1:${port}`, page.getByRole('textbox', { name: 'Address' }));
  await operator.press('Enter');
  await expect(page.getByRole('article', { name: 'noc' })).toContainText('Working');
  expect(operator.acts).toBeLessThanOrEqual(6);
});

test('a team is joined on the page, from its file, in four acts', async ({ page, shift }) => {
  test.skip(missingNatsServer() !== null, missingNatsServer() ?? '');
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-join-'));
  const { server, file } = await teamWithJoinFile(folder);
  cleanUps.push(
    () => server.signal(),
    () => rm(folder, { recursive: true }),
  );
  const operator = await onShift(page, shift);
  await operator.press('g', ',');
  await operator.click(page.getByRole('link', { name: 'Team' }));
  await operator.choose(file, page.getByLabel('Join file'));
  const dialog = page.getByRole('dialog', { name: 'Join a team' });
  await operator.click(dialog.getByRole('button', { name: 'Join', exact: true }));
  await expect(dialog).toContainText('delete the join file');
  expect(operator.acts).toBeLessThanOrEqual(4);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner')).toContainText('you hold the seat');
});

/** Runs a team with keys, as its administrator does; returns the file of a new member. */
async function teamWithJoinFile(folder: string) {
  const port = await closedPort();
  const [teamFile, file, config] = [
    join(folder, 'team.json'),
    join(folder, 'ines.join.json'),
    join(folder, 'nats.conf'),
  ];
  const team = async (...args: readonly string[]) => {
    const command = new InProcessCommand(['team', ...args, '--team-file', teamFile]);
    return { code: await command.exit, stdout: command.stdout };
  };
  const create = () => team('create', '--servers', `nats://127.0.0.1:${port}`);
  await create();
  await team('add-member', 'ines', '--role', 'desk', '--join-file', file);
  const { stdout } = await team('create', '--print-config');
  await writeFile(config, stdout.replace('./watchfloor-nats', join(folder, 'jetstream')));
  const server = NatsServer.startWith(config, port);
  await expect.poll(async () => (await create()).code).toBe(0);
  return { server, file };
}
