#!/usr/bin/env node
// The `watchfloor` command. Watchfloor runs on Node 24, which comes from npm with it; an older Node that was called
// instead only passes the call on. Plain JavaScript without newer syntax, so that an old Node can read it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const here = (path) => fileURLToPath(new URL(path, root));

async function runHere() {
  const { runCommandLine } = existsSync(here('src-main/hosts/cli/main.ts'))
    ? await import(new URL('src-main/hosts/cli/main.ts', root).href)
    : await import(new URL('out/main/cli.js', root).href);
  await runCommandLine(process.argv);
}

/** The child keeps our terminal; a closed channel tells it that we are gone, even after a SIGKILL. */
function passOn(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, WATCHFLOOR_PASSED_ON: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
  });
}

const [major] = process.versions.node.split('.').map(Number);
const fromNpm = here(
  `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/node${process.platform === 'win32' ? '.exe' : ''}`,
);
if (major >= 24) await runHere();
else if (existsSync(fromNpm)) passOn(fromNpm);
else {
  console.error(
    `Watchfloor needs Node 24; this is ${process.version}. Run \`npm ci\` in the checkout, or install Node 24.`,
  );
  process.exitCode = 1;
}
