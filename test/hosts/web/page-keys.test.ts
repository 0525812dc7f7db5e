/** Tests that only a page that stayed open gets a new session from a restarted host. */
import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PAGE_KEYS_FILE } from '../../../src-main/hosts/web/page-keys.ts';
import { startWebHost, type WebHost } from '../../../src-main/hosts/web/web-host.ts';
import { createPageKey, type PageKey } from '../../../src-renderer/backend/page-key.ts';
import { memoryBackend } from '../../doubles/memory-backend.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';
import { buildPage, type BuiltPageFolder } from './built-page.ts';
import { letIn } from './raw-http.ts';
import { RecordingLog } from './recording-log.ts';

const DAY_MS = 86_400_000;

let clock: FakeClock;
let dataDir: string;
let built: BuiltPageFolder;
let host: WebHost;

beforeEach(async () => {
  clock = new FakeClock();
  dataDir = temporaryDirectory();
  built = await buildPage();
  host = await start();
});
afterEach(async () => {
  await host.stop();
  await built.remove();
});

function start(port = 0, folder = dataDir): Promise<WebHost> {
  return startWebHost({
    port,
    application: memoryBackend().backend,
    rendererDirectory: built.directory,
    dataDir: folder,
    clock,
    log: new RecordingLog(),
  });
}
const portOf = ({ origin }: WebHost) => Number(new URL(origin).port);

async function restart(folder = dataDir): Promise<void> {
  await host.stop();
  host = await start(portOf(host), folder);
}

/** Sends bodies as the page does, with its cookie, and records them. */
class Browser {
  cookie = '';
  readonly sent: object[] = [];
  /** Replaces a body before it is sent. */
  tampered: (body: object) => object = (body) => body;

  readonly post = async (body: object): Promise<Response> => {
    const { origin } = host;
    const sent = this.tampered(body);
    this.sent.push(sent);
    const response = await fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1', origin, cookie: this.cookie },
      body: JSON.stringify(sent),
    });
    const [given] = response.headers.getSetCookie();
    if (given !== undefined) this.cookie = given.split(';', 1)[0] ?? '';
    return response;
  };

  async hasSession(): Promise<boolean> {
    return (await fetch(`${host.origin}/session`, { headers: { cookie: this.cookie } })).status === 204;
  }
}

/** Opens a page with the launch link; its key is registered. */
async function openPage(): Promise<{ browser: Browser; key: PageKey }> {
  const browser = new Browser();
  browser.cookie = await letIn(host.launchUrl);
  const key = createPageKey(browser.post, host.origin);
  await key.register();
  return { browser, key };
}

describe('[PAGE-421] a page that stays open', () => {
  test('gets another session from the restarted host, and the old cookie stays worthless', async () => {
    const { browser, key } = await openPage();
    const before = browser.cookie;
    for (let restarts = 0; restarts < 2; restarts += 1) {
      await restart();
      expect(await browser.hasSession()).toBe(false);
      expect(await key.renewSession()).toBe(true);
      expect(await browser.hasSession()).toBe(true);
    }
    expect(browser.cookie).not.toBe(before);
    const old = new Browser();
    old.cookie = before;
    expect(await old.hasSession()).toBe(false);
  });

  test('also if another host with the same data folder has registered pages since', async () => {
    const first = host;
    const second = await start();
    const opened = await openPage();
    host = second;
    await openPage();
    host = first;
    await restart();
    expect(await opened.key.renewSession()).toBe(true);
    await second.stop();
  });

  test('after 29 days without a connection, but not after 30', async () => {
    const { browser, key } = await openPage();
    await clock.advance(29 * DAY_MS);
    await restart();
    expect(await key.renewSession()).toBe(true);
    await key.register();
    await clock.advance(30 * DAY_MS);
    await restart();
    expect([await key.renewSession(), await browser.hasSession()]).toEqual([false, false]);
  });

  test('not from a host with another data folder, or with a copy of its folder', async () => {
    const { browser, key } = await openPage();
    const other = temporaryDirectory();
    await restart(other);
    expect(await key.renewSession()).toBe(false);
    await cp(join(dataDir, PAGE_KEYS_FILE), join(other, PAGE_KEYS_FILE));
    await restart(other);
    expect([await key.renewSession(), await browser.hasSession()]).toEqual([false, false]);
  });

  test('not from a host on another port, and not if its file is gone or damaged', async () => {
    const { key } = await openPage();
    const former = host;
    host = await start();
    expect(portOf(host)).not.toBe(portOf(former));
    expect(await key.renewSession()).toBe(false);
    await host.stop();
    host = former;
    for (const change of [() => writeFile(join(dataDir, PAGE_KEYS_FILE), '{"version":1,'), () => rm(file())]) {
      await change();
      await restart();
      expect(await key.renewSession()).toBe(false);
    }
  });
});

const file = () => join(dataDir, PAGE_KEYS_FILE);

describe('[PAGE-422] no other page gets a session', () => {
  test('the file has public keys only, and only this user can read it', async () => {
    const { browser } = await openPage();
    const text = await readFile(file(), 'utf8');
    const [{ x, y, ...rest }] = (JSON.parse(text) as { keys: [Record<string, unknown>] }).keys;
    expect(browser.sent).toEqual([{ key: { x, y } }]);
    expect(Object.keys(rest)).toEqual(['addedAt']);
    expect(text).not.toContain(browser.cookie.split('=')[1]);
    if (process.platform !== 'win32') expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  test('a thief of the file cannot sign for its key', async () => {
    await openPage();
    const [stolen] = (JSON.parse(await readFile(file(), 'utf8')) as { keys: [{ x: string; y: string }] }).keys;
    await restart();
    const thief = new Browser();
    const key = createPageKey(thief.post, host.origin);
    await key.register();
    expect(await key.renewSession()).toBe(false);
    thief.tampered = (body) => ('signature' in body ? { ...body, key: { x: stolen.x, y: stolen.y } } : body);
    expect([await key.renewSession(), thief.cookie]).toEqual([false, '']);
  });

  test('a key is registered only with a session, and only if it is a point of the curve', async () => {
    const stranger = new Browser();
    const key = { x: 'A'.repeat(43), y: 'A'.repeat(43) };
    expect((await stranger.post({ key })).status).toBe(401);
    const { browser } = await openPage();
    expect((await browser.post({ key })).status).toBe(400);
    expect((await browser.post({ key: { ...key, d: 'secret' } })).status).toBe(400);
  });

  test('a signature works once, within a minute, and only for a challenge of this host', async () => {
    const { browser, key } = await openPage();
    await restart();
    expect(await key.renewSession()).toBe(true);
    const [proof] = browser.sent.slice(-1);
    expect((await browser.post(proof ?? {})).status).toBe(401);
    // A program that took the port while Watchfloor was stopped chose the challenge.
    browser.tampered = (body) => ('signature' in body ? { ...body, challenge: 'B'.repeat(43) } : body);
    expect(await key.renewSession()).toBe(false);
    browser.tampered = (body) => body;
    const late = createPageKey(async (body) => {
      if ('signature' in body) await clock.advance(60_000);
      return browser.post(body);
    }, host.origin);
    await late.register();
    expect(await late.renewSession()).toBe(false);
  });

  test('the sixteen newest keys are kept', async () => {
    const { browser, key } = await openPage();
    for (let pages = 0; pages < 15; pages += 1) await createPageKey(browser.post, host.origin).register();
    await restart();
    expect(await key.renewSession()).toBe(true);
    await createPageKey(browser.post, host.origin).register();
    await restart();
    expect(await key.renewSession()).toBe(false);
  });
});
