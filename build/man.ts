/** Writes the manual page of the tarball, `out/man/watchfloor.1`, from the `--help` texts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { manPage } from '../src-main/hosts/cli/help/man-page.ts';
import { processTerminal } from '../src-main/hosts/cli/terminal/process-terminal.ts';
import { commandLine } from '../src-main/hosts/cli/program.ts';

const folder = fileURLToPath(new URL('../out/man/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}watchfloor.1`, manPage(await commandLine(processTerminal())));
