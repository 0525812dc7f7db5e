/** Tests what `collect` does through real proxies and load balancers. `docs/intermediaries.md` has the expected values. */
import { describe, test } from 'vitest';
import { collectThrough } from './intermediaries/collected-line.ts';
import { documentedRows } from './documented-rows.ts';
import { DOCUMENT, rowsOf, settingsFor } from './intermediaries/document.ts';
import { lineOf, programs } from './intermediaries/programs.ts';
import { missingIntermediaries } from './intermediaries/start-program.ts';

const SHOWN = documentedRows(DOCUMENT, 'What Watchfloor shows');
const WITH_SETTINGS = ' with the settings';

describe.skipIf(missingIntermediaries() !== null)('through each program', () => {
  test('[REAL-1] collect stores every event that reaches it, and shows what the document says', async ({
    expect,
    onTestFinished,
  }) => {
    const collected = await rowsOf([...SHOWN.keys()], (row) => {
      const { program: name, way } = lineOf(row.replace(WITH_SETTINGS, ''));
      const program = programs[name];
      const settings = row.endsWith(WITH_SETTINGS) ? settingsFor(program) : '';
      return collectThrough(program, { isTunnel: way === 'tunnel', settings, onEnd: onTestFinished });
    });
    for (const [name, { sent, stored }] of collected) expect([name, stored]).toEqual([name, sent]);
    expect(new Map([...collected].map(([name, { shown }]) => [name, shown]))).toEqual(SHOWN);
  });
});
