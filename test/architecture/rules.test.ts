import { describe, expect, test } from 'vitest';
import { electronChecklist } from './electron-checklist.ts';
import { electronRules } from './electron-rules.ts';
import { importRules } from './import-rules.ts';
import { moduleRules } from './module-rules.ts';
import { pageRules } from './page-rules.ts';
import type { Rule } from './rule.ts';
import { productFiles, sourceFile } from './source-file.ts';
import { textAsCode } from './text-as-code.ts';

const rules: readonly Rule[] = [...importRules, ...pageRules, ...moduleRules, ...electronRules];

const product = productFiles();
textAsCode(product);
electronChecklist(product);

describe('the product keeps the rule:', () => {
  test('has more than 50 files to check', () => expect(product.length).toBeGreaterThan(50));

  test.each(rules)('$words', ({ words, breaches }) => {
    expect(breaches(product).map((breach) => `${words}: ${breach}`)).toEqual([]);
  });
});

const broken: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'src-shared imports only itself, zod and hucre': [
    ['src-shared/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['src-shared/a.ts', "import fs from 'fs';"],
    ['src-shared/a.ts', "import type { Log } from '../src-main/core/ports/log.ts';"],
    ['src-shared/a.ts', "export { x } from 'undici';"],
    ['src-shared/a.ts', "type Socket = import('ws').WebSocket;"],
  ],
  'src-shared/service does not import src-shared/domain': [
    ['src-shared/service/a.ts', "import type { EventMark } from '../domain/event.ts';"],
  ],
  'core imports only itself, src-shared, zod, the tRPC server and fflate': [
    ['src-main/core/a.ts', "import Database from 'better-sqlite3';"],
    ['src-main/core/stream/a.ts', "import { open } from '../../adapters/sqlite/events/event-store.ts';"],
    ['src-main/core/a.ts', "const fs = await import('node:fs');"],
    ['src-main/core/a.ts', "const simulator = new URL('../../src-simulator/main.ts', import.meta.url);"],
  ],
  'the only product modules that adapters import are ports, src-shared, their own folder, network, files and dbus': [
    ['src-main/adapters/stream/a.ts', "import { x } from '../clock/system-clock.ts';"],
    ['src-main/adapters/stream/a.ts', "import type { Supervisor } from '../../core/stream/supervisor.ts';"],
    ['src-main/adapters/stream/a.ts', "import { start } from '../../../src-simulator/simulator.ts';"],
    ['src-main/adapters/stream/a.ts', "const x = require('../log/pino-log.ts');"],
  ],
  'only hosts import hosts': [
    ['src-main/adapters/log/a.ts', "import { x } from '../../hosts/web/web-host.ts';"],
    ['src-renderer/a.ts', "import type { X } from '../src-main/hosts/web/web-host.ts';"],
  ],
  'hosts import nothing from src-renderer or src-preload': [
    ['src-main/hosts/web/a.ts', "import { App } from '../../../src-renderer/app.tsx';"],
    ['src-main/hosts/electron/a.ts', "import { portBridge } from '../../../src-preload/bridge.ts';"],
  ],
  'the renderer imports only src-shared and, from src-main, the types of core/api; no Node.js, no Electron': [
    ['src-renderer/a.ts', "import { appRouter } from '../src-main/core/api/router.ts';"],
    ['src-renderer/a.ts', "import { type AppRouter, appRouter } from '../src-main/core/api/router.ts';"],
    ['src-renderer/a.ts', "import type { EventStore } from '../src-main/core/ports/event-store.ts';"],
    ['src-renderer/a.ts', "import { join } from 'node:path';"],
    ['src-renderer/a.tsx', "import { ipcRenderer } from 'electron';"],
  ],
  'the page loads no schema library, only types': [
    ['src-renderer/a.ts', "import * as z from 'zod';"],
    ['src-renderer/a.tsx', "import { type ZodType } from 'zod/mini';"],
  ],
  'style sheets have distinct names, because their class names contain them': [
    ['src-renderer/a.tsx', "import one from './one/Row.module.css';\nimport other from './other/Row.module.css';"],
  ],
  'every class that a component uses exists in its style sheet': [
    ['src-renderer/a.tsx', "import styles from './A.module.css';\nconst row = styles['raw'];"],
  ],
  'the preload imports only electron and src-shared': [
    ['src-preload/a.ts', "import { randomUUID } from 'node:crypto';"],
    ['src-preload/a.ts', "import type { AppRouter } from '../src-main/core/api/router.ts';"],
    ['src-preload/a.ts', "import * as z from 'zod';"],
  ],
  'the only other folder that the simulator imports is src-shared': [
    ['src-simulator/a.ts', "import type { Clock } from '../src-main/core/ports/clock.ts';"],
  ],
  'only the Electron host and the preload import electron': [
    ['src-main/hosts/web/a.ts', "import { app } from 'electron';"],
    ['src-main/adapters/keychain/a.ts', "import { safeStorage } from 'electron/main';"],
  ],
  'only src-renderer/components imports Base UI': [
    ['src-renderer/screens/watch/a.tsx', "import { Menu } from '@base-ui/react/menu';"],
  ],
  'core and src-shared get time and random numbers only through ports': [
    ['src-main/core/a.ts', 'export const at = () => Date.now();'],
    ['src-main/core/a.ts', 'export const at = () => new Date();'],
    ['src-shared/a.ts', 'export const id = () => Math.random();'],
  ],
  'only entry points have side effects at import time': [
    ['src-main/core/a.ts', 'start();'],
    ['src-main/adapters/log/a.ts', "process.on('exit', () => {});"],
    ['src-shared/a.ts', 'for (const x of []) ;'],
    ['src-renderer/a.ts', 'if (true) {}'],
    ['src-simulator/a.ts', 'await connect();'],
  ],
  'modules use named exports and no barrels': [
    ['src-shared/index.ts', "export * from './a.ts';"],
    ['src-shared/index.ts', "export type * as everything from './a.ts';"],
    ['src-renderer/a.tsx', 'export default function App() { return null; }'],
  ],
  'a file has at most 400 lines': [['src-shared/a.ts', '//\n'.repeat(401)]],
  'the simulator, which also runs on Node 20, uses nothing newer': [
    ['src-simulator/a.ts', 'export const x = (text) => URL.parse(text);'],
    ['src-simulator/http/a.ts', 'export const x = (list) => Map.groupBy(list, String);'],
  ],
  'only src-renderer/theme names a colour': [
    ['src-renderer/a.tsx', 'export const x = <b style={{ color: "#ff0000" }} />;'],
    ['src-renderer/a.ts', 'export const x = `1px solid rgb(${0} 0 0)`;'],
    ['src-renderer/components/a.css', '.failed { color: #f00; }'],
  ],
  'no text becomes HTML or code': [
    ['src-renderer/a.tsx', 'export const x = <b dangerouslySetInnerHTML={{ __html: "" }} />;'],
    ['src-renderer/a.ts', 'export const x = (e) => { e.innerHTML = ""; };'],
    ['src-renderer/a.ts', 'export const x = (e) => e.insertAdjacentHTML("beforeend", "");'],
    ['src-renderer/a.ts', 'export const x = () => document.write("");'],
    ['src-shared/a.ts', 'export const x = () => eval("1");'],
    ['src-shared/a.ts', 'export const x = () => new Function("return 1");'],
  ],
  'adapters open databases and read texts through adapters/files': [
    [
      'src-main/adapters/case-book/a.ts',
      "import Sqlite from 'better-sqlite3'; export const x = (path) => new Sqlite(path);",
    ],
    [
      'src-main/adapters/profile/a.ts',
      "import { readFile } from 'node:fs/promises'; export const x = (path) => readFile(path, 'utf8');",
    ],
  ],
  'SQL gets values as parameters, never in its text': [
    ['src-main/adapters/sqlite/events/a.ts', 'export const x = (db, id) => db.prepare(`SELECT 1 WHERE id = ${id}`);'],
    ['src-main/adapters/sqlite/events/a.ts', "export const x = (db, table) => db.exec('DROP TABLE ' + table);"],
    ['src-main/adapters/sqlite/events/a.ts', 'export const x = (id) => prepareScalar(`SELECT ${id}`);'],
  ],
  'only window.ts creates windows': [
    [
      'src-main/hosts/electron/a.ts',
      "import { BrowserWindow } from 'electron'; export const x = () => new BrowserWindow();",
    ],
    ['src-main/hosts/electron/a.ts', "import * as e from 'electron'; export const x = () => new e.WebContentsView();"],
  ],
  'imports from electron name what they use': [
    ['src-main/hosts/electron/a.ts', "import * as electron from 'electron';"],
    ['src-main/hosts/electron/a.ts', "import electron from 'electron/main';"],
    ['src-main/hosts/electron/a.ts', "export const x = () => import('electron');"],
    ['src-main/hosts/electron/a.ts', "export const x = () => require('electron');"],
  ],
  'only renderer-pipe.ts listens to IPC': [
    ['src-main/hosts/electron/a.ts', "import { ipcMain } from 'electron'; export const x = () => ipcMain.on('y', z);"],
  ],
  'only the preload sends to the main process': [['src-preload/a.ts', "import { ipcRenderer } from 'electron';"]],
  'only window.ts and main.ts ask the system to open an address': [
    ['src-main/hosts/electron/a.ts', "import { shell } from 'electron';"],
  ],
  'no window loads a page from a file': [
    ['src-main/hosts/electron/window/window.ts', "export const x = (window) => window.loadFile('index.html');"],
  ],
  'the product uses no webview': [['src-renderer/a.tsx', 'export const x = <webview src="https://evil.example" />;']],
  "nothing weakens Chromium's protections": [
    ['src-main/hosts/electron/a.ts', 'export const x = { sandbox: false };'],
    ['src-main/hosts/electron/a.ts', 'export const x = { nodeIntegration: true };'],
    ['src-main/hosts/electron/a.ts', "export const x = { enableBlinkFeatures: 'X' };"],
    ['src-main/hosts/electron/a.ts', 'export const x = { privileges: { bypassCSP: true } };'],
    ['src-main/hosts/electron/a.ts', "export const x = (app) => app.commandLine.appendSwitch('no-sandbox');"],
  ],
  'the product holds no address without TLS except loopback': [
    ['src-renderer/a.ts', "export const x = 'http://evil.example/';"],
    ['src-main/core/a.ts', 'export const x = (y) => `http://localhost.evil.example/${y}`;'],
    ['src-main/core/a.ts', "export const x = 'http://proxy.invalid.example/';"],
  ],
  'the preload exposes exactly one bridge': [
    ['src-preload/a.ts', "contextBridge.exposeInMainWorld('a', {}); contextBridge.exposeInMainWorld('b', {});"],
    ['src-preload/a.ts', 'export const none = 0;'],
  ],
};

describe('the rule finds a breach:', () => {
  test('has an example for every rule', () =>
    expect(Object.keys(broken).toSorted()).toEqual(rules.map(({ words }) => words).toSorted()));

  const examples = rules.flatMap((rule) =>
    (broken[rule.words] ?? []).map(([path, text]) => ({ rule, path, text, example: text.slice(0, 80).split('\n')[0] })),
  );
  test.each(examples)('$rule.words — $example', ({ rule, path, text }) =>
    expect(rule.breaches([sourceFile(path, text)])).toHaveLength(1),
  );
});

describe('the rule for the schema library of the page', () => {
  const schema = sourceFile('src-shared/schema.ts', "import * as z from 'zod'; export const schema = z.string();");
  const between = sourceFile('src-shared/between.ts', "export { schema } from './schema.ts';");
  const found = (text: string) =>
    pageRules.flatMap(({ breaches }) => breaches([sourceFile('src-renderer/a.ts', text), between, schema]));

  test('names the chain of imports that loads the schema', () =>
    expect(found("import { schema } from '../src-shared/between.ts';")).toEqual([
      'src-shared/schema.ts: imports zod, loaded by src-renderer/a.ts → src-shared/between.ts → src-shared/schema.ts',
    ]));

  test.each([
    ["import type { Schema } from '../src-shared/between.ts';", 0],
    // The types are removed, but the module is still loaded.
    ["import { type Schema } from '../src-shared/between.ts';", 1],
    ["export const later = () => import('../src-shared/between.ts');", 1],
  ])('counts the breaches in %s', (text, breaches) => expect(found(text)).toHaveLength(breaches));
});

test('the rules accept everything that they allow', () => {
  const files = [
    sourceFile('src-shared/a.ts', "import * as z from 'zod'; export const at = (ms) => new Date(ms);"),
    sourceFile(
      'src-main/core/a.ts',
      "import { tracked } from '@trpc/server'; import type { Log } from './ports/log.ts';",
    ),
    sourceFile('src-main/adapters/practice/a.ts', "import { start } from '../../../src-simulator/simulator.ts';"),
    sourceFile('src-main/adapters/sqlite/events/a.ts', "export const x = (db) => db.prepare('SELECT 1 WHERE id = ?');"),
    sourceFile('src-main/hosts/web/main.ts', "import { x } from '../compose.ts'; await x();"),
    sourceFile(
      'src-renderer/a.tsx',
      "import type { AppRouter } from '../src-main/core/api/router.ts'; const to = '#/timeline';",
    ),
    sourceFile('src-renderer/theme/tokens.ts', "export const failed = '#ff0000';"),
    sourceFile(
      'src-preload/index.ts',
      "import { contextBridge } from 'electron'; contextBridge.exposeInMainWorld('x', {});",
    ),
    sourceFile(
      'src-simulator/a.ts',
      "import { createServer } from 'node:http'; import * as z from '../src-shared/a.ts';",
    ),
  ];
  expect(rules.flatMap(({ breaches }) => breaches(files))).toEqual([]);
});
