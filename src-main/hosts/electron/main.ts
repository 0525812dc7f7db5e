/** The desktop app's composition root: Electron runs this file. */
import { resolve } from 'node:path';
import { shell } from 'electron';
import { openApplication } from '../compose.ts';
import { runDesktop } from './desktop.ts';
import { createExternalBrowser } from './open-external.ts';

const browser = createExternalBrowser((address) => shell.openExternal(address));

runDesktop({
  openApplication: (options) => openApplication({ ...options, browser }),
  argv: process.argv.slice(1),
  env: process.env,
  buildFolder: resolve(import.meta.dirname, '..'),
});
