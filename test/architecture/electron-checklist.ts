/**
 * The rows of Electron's security checklist that are kept by how the product is written, and need no window. The other
 * rows are kept by tests beside what they are about (`test/hosts/electron`, `test/packed`), under the same ids.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ELECTRON_SUPPORT, supportWarning } from '../../build/electron-support.ts';
import { appSchemeResponse } from '../../src-main/hosts/electron/app-scheme.ts';
import { OPEN_WIRE, WIRE_PORT } from '../../src-shared/api/port-socket.ts';
import { contentSecurityPolicy } from '../../src-shared/api/content-security-policy.ts';
import { type AddressField, checkAddress } from '../../src-shared/domain/profile-fields.ts';
import { parsePolicy, strictPolicy } from '../hosts/web/parse-policy.ts';
import { electronRules } from './electron-rules.ts';
import { isNode, literalText, nameOf, sourceFile, type SourceFile, type SyntaxNode } from './source-file.ts';

/** Declares the tests. Reading all files of the product takes seconds, so one test file does it for all rules. */
export function electronChecklist(files: readonly SourceFile[]): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

  /** A rule by its words: what it finds in the product, and in a text. */
  function rule(words: string) {
    const found = electronRules.find((one) => one.words === words);
    if (found === undefined) throw new Error(`no rule says "${words}"`);
    return {
      inProduct: found.breaches(files),
      inText: (text: string) => found.breaches([sourceFile('src-main/hosts/electron/a.ts', text)]).length,
    };
  }

  describe('only what is secured is loaded', () => {
    test('[SAFE-1] no address without TLS is written in the product, but loopback', () =>
      expect(rule('no address without TLS but loopback').inProduct).toEqual([]));

    test.each<[AddressField, string]>([
      ['baseUrl', 'http://api.acme.example'],
      ['baseUrl', 'http://127.0.0.1.evil.example'],
      ['baseUrl', 'http://localhost.evil.example'],
      ['baseUrl', 'http://192.168.1.10:8080'],
      ['eventsUrl', 'http://events.acme.example'],
      ['eventsUrl', 'ftp://events.acme.example'],
      ['authUrl', 'http://auth.acme.example/auth'],
      ['authUrl', 'file:///etc/passwd'],
    ])('[SAFE-1] a profile cannot name %s %s', (field, address) => {
      expect(checkAddress(field, address).kind).not.toBe('good');
      expect(checkAddress(field, 'https://acme.example').kind).toBe('good');
    });
  });

  describe('the window has no rights of Node', () => {
    test('[SAFE-2, SAFE-3, SAFE-4] there is one place that makes windows, and nothing else shows a page', () =>
      expect(rule('one window factory').inProduct).toEqual([]));

    const weakening = rule("nothing weakens Chromium's protections");
    test('[SAFE-6] no preference and no switch that weakens Chromium is in the product', () =>
      expect(weakening.inProduct).toEqual([]));

    test.each([
      'webSecurity: false',
      'allowRunningInsecureContent: true',
      'experimentalFeatures: true',
      "enableBlinkFeatures: 'ExecCommandInJavaScript'",
      'nodeIntegration: true',
      'nodeIntegrationInWorker: true',
      'nodeIntegrationInSubFrames: true',
      'contextIsolation: false',
      'sandbox: false',
      'webviewTag: true',
      'plugins: true',
      'navigateOnDragDrop: true',
      'bypassCSP: true',
    ])('[SAFE-6] %s would be noticed', (preference) =>
      expect(weakening.inText(`export const x = { webPreferences: { ${preference} } };`)).toBe(1),
    );

    test.each([
      'no-sandbox',
      'disable-web-security',
      'ignore-certificate-errors',
      'allow-running-insecure-content',
      'disable-site-isolation-trials',
      'remote-debugging-port',
      'remote-debugging-pipe',
      'inspect',
    ])('[SAFE-6] the switch %s would be noticed', (name) =>
      expect(weakening.inText(`export const x = (app) => app.commandLine.appendSwitch('${name}');`)).toBe(1),
    );

    test('[SAFE-11] no webview is anywhere in the product', () => expect(rule('no webview').inProduct).toEqual([]));

    test.each([
      "export const x = () => document.createElement('webview');",
      'export const x = (webview: unknown) => webview;',
    ])('[SAFE-11] one in %s would be noticed', (text) => expect(rule('no webview').inText(text)).toBeGreaterThan(0));
  });

  /** Content Security Policy Level 3, and Trusted Types. What is none of these, a browser passes over in silence. */
  const directives = new Set(
    (
      'default-src script-src style-src img-src font-src connect-src media-src object-src child-src frame-src worker-src ' +
      'manifest-src base-uri form-action frame-ancestors sandbox require-trusted-types-for trusted-types'
    ).split(' '),
  );

  describe('the policy of the page', () => {
    test('[SAFE-7] is parsed as it is meant, for the window as for a browser', () => {
      const page = { html: '', files: new Map() };
      const { headers } = appSchemeResponse(page, { method: 'GET', url: 'app://watchfloor/' }, 'bm9uY2U=');
      const inWindow = parsePolicy(headers['content-security-policy'] ?? '');
      expect(inWindow).toEqual({ ...strictPolicy, 'style-src': ["'nonce-bm9uY2U='", "'self'"] });
      const inBrowser = contentSecurityPolicy({ nonce: 'bm9uY2U=', socketOrigin: 'ws://127.0.0.1:4000' });
      expect(parsePolicy(inBrowser)).toEqual({ ...inWindow, 'connect-src': ["'self'", 'ws://127.0.0.1:4000'] });
    });

    test('[SAFE-7] says no directive that a browser would not know, and none twice', () => {
      const names = contentSecurityPolicy({ nonce: null, socketOrigin: null })
        .split('; ')
        .map((directive) => directive.split(' ', 1)[0] ?? '');
      expect(names.filter((name) => !directives.has(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    });
  });

  test('[SIGN-25] the system is asked to open an address in two modules, behind a list', () =>
    expect(rule('the system is asked to open an address behind one check').inProduct).toEqual([]));

  describe('Electron is one that gets security fixes', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } };

    test('[SAFE-16] it is pinned, installed as it is pinned, and somebody looked up until when it is supported', () => {
      const installed = JSON.parse(read('node_modules/electron/package.json')) as { version: string };
      expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
      expect(installed.version).toBe(devDependencies.electron);
      expect(Number(devDependencies.electron.split('.', 1)[0])).toBe(ELECTRON_SUPPORT.major);
    });

    test('[SAFE-16] whoever packs a later one is told', () => {
      expect(supportWarning(new Date('2026-11-22'))).toBeNull();
      expect(supportWarning(new Date('2027-04-01'))).toContain('Electron 45 is without security fixes');
    });
  });

  describe('what the page and the backend say to each other', () => {
    test('[SAFE-17] IPC is heard in one module, and spoken in the preload alone', () => {
      expect(rule('IPC is listened to in one module').inProduct).toEqual([]);
      expect(rule('the preload alone speaks to the main process').inProduct).toEqual([]);
      expect(rule('what is used of Electron is named where it is imported').inProduct).toEqual([]);
    });

    test('[SAFE-17] it has two channels, one each way, and everything else crosses the port', () => {
      const ofIpc = ['src-main/hosts/electron/renderer-pipe.ts', 'src-preload/index.ts']
        .map((path) => sourceFile(path, read(path)))
        .flatMap(({ path, nodes }) => nodes.flatMap(channelsOf).map((channel) => `${path} ${channel}`));
      expect(new Set(ofIpc)).toEqual(
        new Set([
          'src-main/hosts/electron/renderer-pipe.ts on OPEN_WIRE',
          'src-main/hosts/electron/renderer-pipe.ts off OPEN_WIRE',
          'src-main/hosts/electron/renderer-pipe.ts postMessage WIRE_PORT',
          'src-preload/index.ts send OPEN_WIRE',
          'src-preload/index.ts on WIRE_PORT',
        ]),
      );
      expect([OPEN_WIRE, WIRE_PORT].every((channel) => channel.startsWith('watchfloor:'))).toBe(true);
    });

    test('[SAFE-17] the page is given one bridge', () =>
      expect(rule('the page is given one bridge').inProduct).toEqual([]));
  });

  test('[SAFE-18] no page is ever loaded from a file', () =>
    expect(rule('the page comes from its own scheme, never from a file').inProduct).toEqual([]));

  test('[SAFE-21] who is told of the integrity of the archive is told that Linux has no such check', () => {
    // Sentences and cells of tables, wherever their lines end.
    const told = read('SECURITY.md')
      .replaceAll(/\s+/g, ' ')
      .split(/[.|]/)
      .filter((sentence) => /integrity/i.test(sentence) && /asar|archive/i.test(sentence));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((sentence) => !sentence.includes('not on Linux'))).toEqual([]);
  });

  /** `ipcMain.on(OPEN_WIRE, …)`, `senderFrame.postMessage(WIRE_PORT, …)`: the method and the channel. */
  function channelsOf({ type, callee, arguments: given }: SyntaxNode): string[] {
    if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return [];
    const method = nameOf(callee['property']);
    if (!['ipcMain', 'ipcRenderer', 'senderFrame'].includes(nameOf(callee['object']) ?? '')) return [];
    const [channel]: readonly unknown[] = given;
    return [`${method} ${nameOf(channel) ?? literalText(channel) ?? 'what it is told'}`];
  }
}
