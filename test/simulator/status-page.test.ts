import { expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createStatusPages } from '../../src-main/adapters/status-page/status-page-client.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const pages = createStatusPages({ network: createNetwork({ env: {} }) });
const NONE = { etag: null, lastModified: null };

async function readFrom(scenario: string, path: string) {
  const simulator = await startSimulator({ scenario, clock: 'manual', startTime: NOW });
  onTestFinished(() => simulator.stop());
  const read = (validators = NONE as { etag: string | null; lastModified: string | null }) =>
    pages.read(
      { url: `${simulator.origin}/status-page/${path}`, profile: { proxy: 'none' }, validators },
      new AbortController().signal,
    );
  return { simulator, read };
}

test.for([
  ['api/v2/incidents.json', 'ongoing', 'ended', 'investigating, major'],
  ['history.atom', 'not-known', 'not-known', null],
  ['history.rss', 'not-known', 'not-known', null],
] as const)('[REPORT-5] the status page of the simulator can be read as %s', async ([path, now, past, state]) => {
  const { simulator, read } = await readFrom('troubled-shift', path);
  const answer = await read();
  expect(answer).toMatchObject({
    kind: 'incidents',
    unreadable: 0,
    incidents: [
      { title: 'Localizations fail in some countries', from: NOW - 60_000, end: { kind: now }, state },
      { title: 'Search is slow', from: NOW - 30 * 3_600_000, end: { kind: past } },
    ],
  });
  if (answer.kind !== 'incidents') throw new Error('it can be read');
  expect(await read(answer.validators)).toEqual({ kind: 'unchanged' });
  await simulator.control.advance({ seconds: 360 });
  const later = await read(answer.validators);
  if (path !== 'api/v2/incidents.json')
    expect(later).toMatchObject({
      incidents: [{ words: expect.stringMatching(/identified - We found the cause & work/) }, {}],
    });
  else expect(later).toMatchObject({ incidents: [{ words: 'We found the cause & work on it.' }, {}] });
});

test('a calm shift has only an incident of the day before', async () => {
  const { simulator, read } = await readFrom('calm-shift', 'api/v2/incidents.json');
  expect(simulator.statusPage).toBe(`${simulator.origin}/status-page/api/v2/incidents.json`);
  expect(await read()).toMatchObject({ incidents: [{ title: 'Search is slow' }] });
});
