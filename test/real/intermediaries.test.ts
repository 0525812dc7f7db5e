/**
 * Tests real proxies and load balancers between the service and Watchfloor. `docs/intermediaries.md` has the expected
 * values: the tests compare its tables with what they measure, and use the settings that it recommends. The clocks of
 * the programs run faster, so a silence of an hour takes seconds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, test } from 'vitest';
import { isThorough } from '../support/breadth.ts';
import { documentedRows } from './documented-rows.ts';
import { DOCUMENT, rowsOf, settingsFor } from './intermediaries/document.ts';
import { measure } from './intermediaries/measure.ts';
import { startPlainService } from './intermediaries/plain-stream.ts';
import { lineOf, lines, type Program, programs } from './intermediaries/programs.ts';
import { missingIntermediaries, type OnEnd, startIntermediary } from './intermediaries/start-program.ts';

const DEFAULTS = documentedRows(DOCUMENT, 'Default settings');
const CORRECTED = documentedRows(DOCUMENT, 'With the recommended settings');

/** Caddy's clock cannot be changed. In `npm test` the test only sees that it ends no stream within seconds. */
const CADDY_SECONDS = isThorough ? 100 : 5;

/** Limit of a stream of this program, in seconds, from the first number of a cell of the document. */
function limitOf(name: string, column: string): number | null {
  const seconds = /^\d+/.exec(DEFAULTS.get(name)?.[column] ?? '')?.[0];
  return seconds === undefined ? null : Number(seconds);
}

/**
 * Starts each program once, then measures all lines at the same time, and by itself again each that is not as the document
 * says: a busy computer makes times longer.
 */
async function measuredRows(
  documented: ReadonlyMap<string, unknown>,
  settingsOf: (program: Program) => string,
  onEnd: OnEnd,
) {
  const names = [...documented.keys()];
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-'));
  onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const service = await startPlainService();
  onEnd(service.stop);
  const needed = [...new Set(names.map((name) => lineOf(name).program))];
  const ports = await rowsOf(needed, (name) => {
    const program = programs[name];
    return startIntermediary(program, { folder, servicePort: service.port, settings: settingsOf(program), onEnd });
  });
  const measureLine = (name: string) => {
    const { program, way } = lineOf(name);
    const silence = limitOf(name, 'silence') ?? CADDY_SECONDS;
    const total = limitOf(name, 'heartbeats only') ?? silence;
    const port = ports.get(program) ?? 0;
    return measure({ port, service, way, speeds: programs[program], limits: { silence, total } });
  };
  const measured = await rowsOf(names, measureLine);
  for (const [name, row] of measured)
    if (!isDeepStrictEqual(row, documented.get(name))) measured.set(name, await measureLine(name));
  return measured;
}

const reason = missingIntermediaries();

describe.skipIf(reason !== null)('between the service and Watchfloor', { concurrent: true }, () => {
  test('[REAL-1] each program with its default settings treats the stream as the document says', async ({
    expect,
    onTestFinished,
  }) => {
    expect([...DEFAULTS.keys()]).toEqual(Object.keys(lines));
    expect(await measuredRows(DEFAULTS, () => '', onTestFinished)).toEqual(DEFAULTS);
  });

  test('[REAL-1] the settings that the document recommends forward each event at once and end no stream', async ({
    expect,
    onTestFinished,
  }) => {
    expect(await measuredRows(CORRECTED, settingsFor, onTestFinished)).toEqual(CORRECTED);
  });
});
