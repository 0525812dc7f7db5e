/**
 * Drives Firefox and WebKitGTK as Debian installs them. Each has its own folder and screen, and does not reach the
 * user's settings, session bus or screen.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { WebSocket } from 'ws';
import { closedPort } from '../fixtures/loopback.ts';
import { installedProgram } from './session-bus.ts';

const FIREFOX = 'firefox-esr';
const WEBKIT = 'WebKitWebDriver';
const SCREEN = 'Xvfb';

/** Each returns why a browser cannot run, or null if it can. */
export const missingFirefox = () => missing(FIREFOX);
export const missingWebKit = () => missing(WEBKIT, SCREEN);

function missing(...names: readonly string[]): string | null {
  const absent = names.filter((name) => installedProgram(name) === null);
  return absent.length === 0 ? null : `no ${absent.join(', ')}`;
}

/** Keys without a character, as WebDriver names them. */
export const CONTROL = '\u{E009}';
export const ENTER = '\u{E007}';
export const ESCAPE = '\u{E00C}';
export const SHIFT = '\u{E008}';

interface InputSource {
  readonly type: 'key' | 'pointer' | 'wheel';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

export abstract class Browser {
  abstract open(address: string): Promise<void>;
  /** Runs the body of a function in the page. Returns what it returns, as JSON carries it. */
  abstract run<Value>(body: string, ...args: readonly string[]): Promise<Value>;
  /** Closes the browser and waits until its processes have ended. */
  abstract stop(): Promise<void>;
  protected abstract perform(...sources: readonly InputSource[]): Promise<void>;

  /** Returns the text of the first matching element, or an empty string. */
  text(selector: string): Promise<string> {
    return this.run('return document.querySelector(arguments[0])?.textContent ?? ""', selector);
  }

  /** Returns what a user can read on the page. */
  words(): Promise<string> {
    return this.run('return document.body.innerText');
  }

  /** Presses the keys in their order, then releases them in the opposite order. */
  press(...keys: readonly string[]): Promise<void> {
    const down = keys.map((value) => ({ type: 'keyDown', value }));
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }));
    return this.perform({ type: 'key', id: 'keyboard', actions: [...down, ...up] });
  }

  async type(text: string): Promise<void> {
    for (const character of text) await this.press(character);
  }

  /** Types into the field as soon as it is there. */
  async fill(selector: string, text: string): Promise<void> {
    const body = `document.querySelector(arguments[0])?.focus();
      return document.activeElement.matches(arguments[0])`;
    await expect.poll(() => this.run(body, selector)).toBe(true);
    await this.type(text);
  }

  /** Clicks the first element with exactly this text as soon as it is there. */
  async click(selector: string, text: string): Promise<void> {
    const body = `const found = [...document.querySelectorAll(arguments[0])].find(
        (element) => element.textContent === arguments[1] && !element.disabled);
      found?.click();
      return found !== undefined`;
    await expect.poll(() => this.run(body, selector, text)).toBe(true);
  }

  /** Moves the pointer to the middle of the element and turns the wheel there, by px. */
  async scroll(selector: string, deltaY: number): Promise<void> {
    const { x, y } = await this.run<{ x: number; y: number }>(
      `const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }`,
      selector,
    );
    await this.perform({ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x, y }] });
    await this.perform({ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', x, y, deltaX: 0, deltaY }] });
  }
}

/** Firefox without a window, driven through WebDriver BiDi. */
export class Firefox extends Browser {
  /** Errors that the page threw or logged. */
  readonly complaints: string[] = [];
  /** Folder of its downloads. */
  readonly downloads: string;
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #context = '';

  private constructor(downloads: string, process: ChildProcess, socket: WebSocket) {
    super();
    this.downloads = downloads;
    this.#process = process;
    this.#socket = socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as BidiMessage));
  }

  static async start(folder: string): Promise<Firefox> {
    const [profile, downloads] = [join(folder, 'firefox'), join(folder, 'downloads')];
    mkdirSync(profile);
    mkdirSync(downloads);
    writeFileSync(join(profile, 'user.js'), preferences(downloads));
    const child = launch(
      FIREFOX,
      ['--headless', '--remote-debugging-port=0', '--profile', profile],
      environmentIn(folder),
    );
    const socket = new WebSocket(`${await bidiAddress(child.stderr)}/session`);
    await once(socket, 'open');
    const firefox = new Firefox(downloads, child, socket);
    await firefox.#call('session.new', { capabilities: {} });
    await firefox.#call('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = await firefox.#call<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    firefox.#context = contexts[0]?.context ?? '';
    const viewport = { width: 1_440, height: 900 };
    await firefox.#call('browsingContext.setViewport', { context: firefox.#context, viewport });
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.#call('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  async run<Value>(body: string, ...args: readonly string[]): Promise<Value> {
    const answer = await this.#call<{ result: { value: string }; exceptionDetails?: { text: string } }>(
      'script.callFunction',
      {
        functionDeclaration: `function () { return JSON.stringify((function () { ${body} }).apply(null, arguments) ?? null) }`,
        arguments: args.map((value) => ({ type: 'string', value })),
        target: { context: this.#context },
        awaitPromise: false,
        // Firefox then saves files as after a real click.
        userActivation: true,
      },
    );
    if (answer.exceptionDetails !== undefined) throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value) as Value;
  }

  /** Returns the PDF of the page as its print command makes it. */
  async print(): Promise<Buffer> {
    const { data } = await this.#call<{ data: string }>('browsingContext.print', { context: this.#context });
    return Buffer.from(data, 'base64');
  }

  async stop(): Promise<void> {
    const closed = once(this.#process, 'close');
    await this.#call('browser.close', {});
    await closed;
  }

  protected async perform(...actions: readonly InputSource[]): Promise<void> {
    await this.#call('input.performActions', { context: this.#context, actions });
  }

  #call<Result>(method: string, params: unknown): Promise<Result> {
    const id = this.#calls.size + 1;
    const call = Promise.withResolvers<unknown>();
    this.#calls.set(id, call);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return call.promise as Promise<Result>;
  }

  #receive(message: BidiMessage): void {
    if (message.type === 'event') {
      if (message.params.level === 'error') this.complaints.push(message.params.text);
    } else if (message.type === 'success') this.#calls.get(message.id)?.resolve(message.result);
    else this.#calls.get(message.id)?.reject(new Error(`${message.error}: ${message.message}`));
  }
}

type BidiMessage =
  | { readonly type: 'success'; readonly id: number; readonly result: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: string; readonly message: string }
  | { readonly type: 'event'; readonly params: { readonly level: string; readonly text: string } };

function bidiAddress(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(output)
      .on('line', (line) => {
        const [, address] = /^WebDriver BiDi listening on (ws:\S+)$/.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      })
      .on('close', () => reject(new Error(`${FIREFOX} ended before it listened`)));
  });
}

function preferences(downloads: string): string {
  const values = {
    // Firefox then finds no computer by name, so that updates, telemetry and the like reach nothing.
    'network.dns.disabled': true,
    // Each row is at its final place right after scrolling.
    'general.smoothScroll': false,
    // 2: the folder of the next line.
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

/** WebKitGTK's MiniBrowser on a screen that only it uses, driven through WebDriver. */
export class WebKit extends Browser {
  readonly #processes: readonly ChildProcess[];
  /** Address of the session. */
  readonly #session: string;

  private constructor(processes: readonly ChildProcess[], session: string) {
    super();
    this.#processes = processes;
    this.#session = session;
  }

  static async start(folder: string): Promise<WebKit> {
    const env = environmentIn(folder);
    const screen = launch(SCREEN, ['-displayfd', '1', '-nolisten', 'tcp'], env);
    const [display] = (await once(createInterface(screen.stdout), 'line')) as [string];
    // The driver cannot choose one itself.
    const port = await closedPort();
    const driver = launch(WEBKIT, ['--host=127.0.0.1', `--port=${port}`], { ...env, DISPLAY: `:${display}` });
    const origin = `http://127.0.0.1:${port}`;
    await expect(() => request(`${origin}/status`)).toPass();
    const { sessionId } = await request<{ sessionId: string }>(`${origin}/session`, { capabilities: {} });
    return new WebKit([driver, screen], `${origin}/session/${sessionId}`);
  }

  async open(url: string): Promise<void> {
    await request(`${this.#session}/url`, { url });
  }

  run<Value>(script: string, ...args: readonly string[]): Promise<Value> {
    return request(`${this.#session}/execute/sync`, { script, args });
  }

  async stop(): Promise<void> {
    // The driver closes the browser with the session.
    await fetch(this.#session, { method: 'DELETE' });
    for (const child of this.#processes) {
      const closed = once(child, 'close');
      child.kill();
      await closed;
    }
  }

  protected async perform(...actions: readonly InputSource[]): Promise<void> {
    await request(`${this.#session}/actions`, { actions });
  }
}

/** Starts a program that ends with this process, also if a test fails before it stops the program. */
function launch(name: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  const child = spawn(name, args, { env });
  process.once('exit', () => child.kill('SIGKILL'));
  // An unread pipe would fill up and stop the program.
  child.stdout.resume();
  child.stderr.resume();
  return child;
}

/** Sends a command, or reads a state if there is no body. Returns the value of the response. */
async function request<Value>(address: string, body?: unknown): Promise<Value> {
  const response = await fetch(address, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: Value };
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${JSON.stringify(value)}`);
  return value;
}

const environmentIn = (folder: string) => ({
  ...process.env,
  HOME: folder,
  XDG_CACHE_HOME: folder,
  XDG_CONFIG_HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_RUNTIME_DIR: folder,
  // Any other value makes GTK start a session bus that stays.
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  DISPLAY: undefined,
  WAYLAND_DISPLAY: undefined,
});
