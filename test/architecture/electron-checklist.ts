/**
 * Tests the rows of Electron's security checklist that depend only on the source text and need no window. Tests in
 * `test/hosts/electron` and `test/packed` cover the other rows, under the same ids.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ELECTRON_SUPPORT, supportWarning } from '../../build/electron-support.ts';
import { appSchemeResponse } from '../../src-main/hosts/electron/app-scheme.ts';
import { OPEN_WIRE, WIRE_PORT } from '../../src-shared/api/port-socket.ts';
import { contentSecurityPolicy } from '../../src-shared/api/content-security-policy.ts';
import { type AddressField, checkAddress } from '../../src-shared/domain/profile/profile-fields.ts';
import { parsePolicy, strictPolicy } from '../hosts/web/parse-policy.ts';
import { electronRules } from './electron-rules.ts';
import { isNode, literalText, nameOf, sourceFile, type SourceFile, type SyntaxNode } from './source-file.ts';

/** Declares the tests. Reading all files of the product takes seconds, so one test file runs all rules. */
export function electronChecklist(files: readonly SourceFile[]): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

  /** Finds a rule by its words. Returns its breaches in the product and a count for any text. */
  function rule(words: string) {
    const found = electronRules.find((one) => one.words === words);
    if (found === undefined) throw new Error(`no rule says "${words}"`);
    return {
      inProduct: found.breaches(files),
      inText: (text: string) => found.breaches([sourceFile('src-main/hosts/electron/a.ts', text)]).length,
    };
  }

  describe('addresses without TLS', () => {
    test('[SAFE-1] the product holds no address without TLS, except loopback', () =>
      expect(rule('the product holds no address without TLS except loopback').inProduct).toEqual([]));

    test.each<[AddressField, string]>([
      ['baseUrl', 'http://api.acme.example'],
      ['baseUrl', 'http://127.0.0.1.evil.example'],
      ['baseUrl', 'http://localhost.evil.example'],
      ['baseUrl', 'http://192.168.1.10:8080'],
      ['eventsUrl', 'http://events.acme.example'],
      ['eventsUrl', 'ftp://events.acme.example'],
      ['authUrl', 'http://auth.acme.example/auth'],
      ['authUrl', 'file:///etc/passwd'],
    ])('[SAFE-1] a profile cannot have the %s %s', (field, address) => {
      expect(checkAddress(field, address).kind).not.toBe('good');
      expect(checkAddress(field, 'https://acme.example').kind).toBe('good');
    });
  });

  describe('the rights of the window', () => {
    test('[SAFE-2] only one module creates windows, and nothing else shows a page', () =>
      expect(rule('only window.ts creates windows').inProduct).toEqual([]));

    const weakening = rule("nothing weakens Chromium's protections");
    test('[SAFE-6] the product has no preference and no switch that weakens Chromium', () =>
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
    ])('[SAFE-6] the rule finds %s', (preference) =>
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
    ])('[SAFE-6] the rule finds the switch %s', (name) =>
      expect(weakening.inText(`export const x = (app) => app.commandLine.appendSwitch('${name}');`)).toBe(1),
    );

    test('[SAFE-6] the product uses no webview', () =>
      expect(rule('the product uses no webview').inProduct).toEqual([]));

    test.each([
      "export const x = () => document.createElement('webview');",
      'export const x = (webview: unknown) => webview;',
    ])('[SAFE-6] the rule finds a webview in %s', (text) =>
      expect(rule('the product uses no webview').inText(text)).toBeGreaterThan(0),
    );
  });

  /** Directives of Content Security Policy Level 3 and Trusted Types. Browsers ignore any other directive silently. */
  const directives = new Set(
    (
      'default-src script-src style-src img-src font-src connect-src media-src object-src child-src frame-src worker-src ' +
      'manifest-src base-uri form-action frame-ancestors sandbox require-trusted-types-for trusted-types'
    ).split(' '),
  );

  describe('the policy of the page', () => {
    test('[SAFE-6] has the intended directives, for the window and for a browser', () => {
      const page = { html: '', files: new Map() };
      const { headers } = appSchemeResponse(page, { method: 'GET', url: 'app://watchfloor/' }, 'bm9uY2U=');
      const inWindow = parsePolicy(headers['content-security-policy'] ?? '');
      expect(inWindow).toEqual({ ...strictPolicy, 'style-src': ["'nonce-bm9uY2U='", "'self'"] });
      const inBrowser = contentSecurityPolicy({ nonce: 'bm9uY2U=', socketOrigin: 'ws://127.0.0.1:4000' });
      expect(parsePolicy(inBrowser)).toEqual({ ...inWindow, 'connect-src': ["'self'", 'ws://127.0.0.1:4000'] });
    });

    test('[SAFE-6] has only directives that browsers know, each once', () => {
      const names = contentSecurityPolicy({ nonce: null, socketOrigin: null })
        .split('; ')
        .map((directive) => directive.split(' ', 1)[0] ?? '');
      expect(names.filter((name) => !directives.has(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    });
  });

  test('[SIGN-25] only two modules ask the system to open an address', () =>
    expect(rule('only window.ts and main.ts ask the system to open an address').inProduct).toEqual([]));

  describe('the version of Electron', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } };

    test('[SAFE-16] is pinned, is the installed one, and has a known end of support', () => {
      const installed = JSON.parse(read('node_modules/electron/package.json')) as { version: string };
      expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
      expect(installed.version).toBe(devDependencies.electron);
      expect(Number(devDependencies.electron.split('.', 1)[0])).toBe(ELECTRON_SUPPORT.major);
    });

    test('[SAFE-16] warns when a package is made after the end of support', () => {
      expect(supportWarning(new Date('2026-11-22'))).toBeNull();
      expect(supportWarning(new Date('2027-04-01'))).toContain('Electron 45 is without security fixes');
    });
  });

  describe('the channel between the page and the backend', () => {
    test('[SAFE-17] only one module listens to IPC, and only the preload sends', () => {
      expect(rule('only renderer-pipe.ts listens to IPC').inProduct).toEqual([]);
      expect(rule('only the preload sends to the main process').inProduct).toEqual([]);
      expect(rule('imports from electron name what they use').inProduct).toEqual([]);
    });

    test('[SAFE-17] IPC has two channels, one in each direction, and everything else uses the port', () => {
      const ofIpc = ['src-main/hosts/electron/pipe/renderer-pipe.ts', 'src-preload/index.ts']
        .map((path) => sourceFile(path, read(path)))
        .flatMap(({ path, nodes }) => nodes.flatMap(channelsOf).map((channel) => `${path} ${channel}`));
      expect(new Set(ofIpc)).toEqual(
        new Set([
          'src-main/hosts/electron/pipe/renderer-pipe.ts on OPEN_WIRE',
          'src-main/hosts/electron/pipe/renderer-pipe.ts off OPEN_WIRE',
          'src-main/hosts/electron/pipe/renderer-pipe.ts postMessage WIRE_PORT',
          'src-preload/index.ts send OPEN_WIRE',
          'src-preload/index.ts on WIRE_PORT',
        ]),
      );
      expect([OPEN_WIRE, WIRE_PORT].every((channel) => channel.startsWith('watchfloor:'))).toBe(true);
    });

    test('[SAFE-17] the preload exposes exactly one bridge', () =>
      expect(rule('the preload exposes exactly one bridge').inProduct).toEqual([]));
  });

  test('[SAFE-17] no window loads a page from a file', () =>
    expect(rule('no window loads a page from a file').inProduct).toEqual([]));

  test("[SAFE-42] SECURITY.md says at every mention of the archive's integrity check that Linux has none", () => {
    const sentences = read('SECURITY.md')
      .replaceAll(/\s+/g, ' ')
      .split(/[.|]/)
      .filter((sentence) => /integrity/i.test(sentence) && /asar|archive/i.test(sentence));
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.filter((sentence) => !sentence.includes('not on Linux'))).toEqual([]);
  });

  /**
   * Returns method and channel of calls like `ipcMain.on(OPEN_WIRE, …)` and `senderFrame.postMessage(WIRE_PORT, …)`.
   */
  function channelsOf({ type, callee, arguments: given }: SyntaxNode): string[] {
    if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return [];
    const method = nameOf(callee['property']);
    if (!['ipcMain', 'ipcRenderer', 'senderFrame'].includes(nameOf(callee['object']) ?? '')) return [];
    const [channel]: readonly unknown[] = given;
    return [`${method} ${nameOf(channel) ?? literalText(channel) ?? 'what it is told'}`];
  }
}
