/**
 * Plays faults to clients that others wrote. `docs/simulator.md` has the expected findings of the contract report. The
 * clients wait as long as they choose; the minutes after that pass on the manual clock of the simulator.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { bearer, START, tokenFor } from '../fixtures/consumer.ts';
import { missingFirefox } from '../support/other-browsers.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { documentedRows } from './documented-rows.ts';
import { curl, firefoxClient, packages, type SseClient } from './sse-clients.ts';

const DOCUMENT = documentedRows('docs/simulator.md', 'Clients that others wrote');

type Control = Simulator['control'];

/** Each ends the open stream. By the title of the column. */
const faults: Readonly<Record<string, (control: Control) => unknown>> = {
  closed: (control) => control.dropStreams('end'),
  cut: (control) => control.dropStreams('reset'),
  SUBSCRIPTION_ENDED: (control) => control.endSession(),
  'seat taken': (control) => {
    control.dropStreams('reset');
    control.takeSeat(true);
    void control
      .waitUntil({ endpoint: 'subscribe', status: 409 }, 1, WITHIN_SECONDS)
      .then(() => control.takeSeat(false));
  },
  '401': (control) => {
    control.revokeTokens();
    control.dropStreams('reset');
  },
  '503': (control) => {
    control.planFault({ endpoint: 'subscribe', answer: { status: 503 } });
    control.dropStreams('reset');
  },
};

/** Number of requests that show what a client does next. A refused token must come again twice to be a finding. */
const requestsAfter = (fault: string) => ({ 'seat taken': 2, '401': 3, '503': 2 })[fault] ?? 1;

/** `retry` is 300 ms at this scale. */
const TIME_SCALE = 10;
const WITHIN_SECONDS = 60;

async function judge(follow: SseClient): Promise<Record<string, string>> {
  const time = new ManualTime(START);
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 10, timeScale: TIME_SCALE, time });
  const { control, origin } = simulator;
  const streams = () => control.requests({ endpoint: 'subscribe' });
  const cells: Record<string, string> = {};
  for (const [title, happens] of Object.entries(faults)) {
    const { authorization } = bearer(await tokenFor(simulator));
    const { gaveUp, stop } = await follow(`${origin}/connect/subscribe`, authorization);
    await vi.waitUntil(() => control.subscribers().length === 1);
    happens(control);
    const isBack = control.waitUntil({ endpoint: 'subscribe' }, 1 + requestsAfter(title), WITHIN_SECONDS);
    const minutes = await Promise.race([isBack.then(() => 0), gaveUp.then(() => 3)]);
    const unfinished = () => streams().filter(({ endedBy }) => endedBy === null);
    await vi.waitUntil(() => unfinished().length === control.subscribers().length);
    control.takeSeat(false);
    time.advance(minutes * 60_000);
    const broken = control.report().findings.filter(({ severity }) => severity === 'breach');
    cells[title] = broken.map(({ rule }) => `\`${rule}\``).join(', ') || 'comes back';
    await stop();
    await vi.waitUntil(() => unfinished().length === 0);
    control.reset();
  }
  await simulator.stop();
  return cells;
}

const versions = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Readonly<
  Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
>;
const versionOf = (name: string) => versions.dependencies[name] ?? versions.devDependencies[name];

const clients: Readonly<Record<string, SseClient>> = {
  ...Object.fromEntries(Object.entries(packages).map(([name, follow]) => [`${name} ${versionOf(name)}`, follow])),
  curl,
};

describe('clients that others wrote', { concurrent: true }, () => {
  // @microsoft/fetch-event-source is for pages. It needs only this of them.
  beforeAll(() => {
    vi.stubGlobal('window', { setTimeout, clearTimeout });
    vi.stubGlobal('document', { removeEventListener: () => {} });
  });
  afterAll(() => void vi.unstubAllGlobals());

  test.each(Object.entries(clients))('[SIM-110] %s is judged as the document says', async (name, follow) => {
    expect(await judge(follow)).toEqual(DOCUMENT.get(name));
  });

  test.skipIf(missingFirefox() !== null)('[SIM-110] Firefox ESR is judged as the document says', async () => {
    const firefox = await firefoxClient(temporaryDirectory());
    try {
      expect(await judge(firefox.follow)).toEqual(DOCUMENT.get('Firefox ESR'));
    } finally {
      await firefox.stop();
    }
  });
});

test('[SIM-110] the document lists exactly the clients that are tested', () => {
  expect([...DOCUMENT.keys()]).toEqual([...Object.keys(clients), 'Firefox ESR']);
});
