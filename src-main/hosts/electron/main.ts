/** The desktop app's composition root: Electron runs this file. */
import { resolve } from 'node:path';
import { openApplication } from '../compose.ts';
import { runDesktop } from './desktop.ts';

runDesktop({
  openApplication,
  argv: process.argv.slice(1),
  env: process.env,
  buildFolder: resolve(import.meta.dirname, '..'),
});
