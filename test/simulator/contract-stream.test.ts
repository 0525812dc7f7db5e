import { expect, test } from 'vitest';
import { NO_SCENARIO, scenarios } from '../../src-simulator/configuration/scenario-list.ts';
import type { Simulator, SimulatorOptions } from '../../src-simulator/simulator.ts';
import { OpenStream, simulatorForTest, START, subscribe, tokenFor } from '../fixtures/consumer.ts';
import { ContractCheck, storedContract } from './contract-check.ts';
import { rounds } from '../support/breadth.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';

const check = new ContractCheck(storedContract('stream'));

function problemsOf(block: string): string[] {
  const lines: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(event|id|retry|data): (.*)$/.exec(line) ?? [];
    if (name === '' || name in lines) return [`a line that is not documented: ${line.slice(0, 80)}`];
    lines[name] = value;
  }
  const { data = 'null', retry, ...rest } = lines;
  const message = `#/components/messages/${rest['event']}`;
  const payload: unknown = JSON.parse(data);
  const { detailedMessage, state } = payload as { detailedMessage: unknown; state: string };
  const inText =
    typeof detailedMessage === 'string' && detailSchemas[rest['event'] ?? ''] !== undefined
      ? check.problems(
          `#/components/schemas/${detailSchemas[rest['event'] ?? '']?.(state)}`,
          JSON.parse(detailedMessage),
        )
      : [];
  return [
    ...check.problems(`${message}/headers`, { ...rest, ...(retry !== undefined && { retry: Number(retry) }) }),
    ...check.problems(`${message}/payload`, payload),
    ...inText,
  ].map((problem) => `${rest['event']}: ${problem}`);
}

const detailSchemas: Readonly<Record<string, (state: string) => string>> = {
  LOCALIZATION: (state) => (state === 'FAILED' ? 'LocalizationFailure' : 'LocalizationResult'),
  CMP_EVENT: () => 'ConnectivityRequest',
};

async function listen(simulator: Simulator, time: ManualTime, minutes: number): Promise<string[]> {
  const blocks: string[] = [];
  let stream: OpenStream | null = null;
  let closed: Promise<unknown> = Promise.resolve();
  for (let half = 0; half < minutes * 2; half++) {
    if (stream === null) {
      const response = await subscribe(simulator, await tokenFor(simulator));
      if (response.status === 200 && response.body !== null) {
        const opened = new OpenStream(response.body);
        stream = opened;
        closed = opened.toEnd();
      } else await response.body?.cancel();
    }
    time.advance(30_000);
    const ended = simulator.control.subscribers().length === 0;
    if (ended && stream !== null) {
      await closed;
      blocks.push(...stream.text.split('\n\n').slice(0, -1));
      stream = null;
    }
  }
  simulator.control.dropStreams('end');
  await closed;
  if (stream !== null) blocks.push(...stream.text.split('\n\n').slice(0, -1));
  return blocks;
}

/** Long enough for some cuts, stalls and expired tokens. */
const MINUTES = 12;
/**
 * Long enough for a complete session and the start of the next one. A session ends in the same way in every scenario.
 */
const SESSION_MINUTES = 32;
/** A storm has more events in a minute than other scenarios in a session. */
const STORM_MINUTES = rounds({ usual: 0.5, thorough: 1 });

const minutesOf = (scenario: string | undefined) =>
  scenario === 'failure-storm' ? STORM_MINUTES : scenario === NO_SCENARIO ? SESSION_MINUTES : MINUTES;

async function eventsOf(options: SimulatorOptions): Promise<string[]> {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({
    time,
    subscriptions: rounds({ usual: 1_000, thorough: 5_000 }),
    ...options,
  });
  const blocks = await listen(simulator, time, minutesOf(options.scenario));
  expect(blocks.length).toBeGreaterThan(30);
  return blocks;
}

/** Breaks the assumptions of consumers on purpose: `scenarios/poison-events.ts`. */
const WITHOUT_CONTRACT = 'poison-events';
/** Sends two undocumented failures, so that consumers show unknown values: `scenarios/troubled-shift.ts`. */
const WITH_UNKNOWN = 'troubled-shift';
const unknown = /PROFILE_QUARANTINED|CERTIFICATE_RENEWAL_FAILED/;
const documented = scenarios.map(({ name }) => name).filter((name) => ![WITHOUT_CONTRACT, WITH_UNKNOWN].includes(name));

test.each([...documented, NO_SCENARIO])('[SIM-96] every event of %s matches the contract', async (scenario) => {
  expect((await eventsOf({ scenario })).flatMap(problemsOf)).toEqual([]);
});

test.each(['text', 'object'] as const)(
  `[SIM-96] every event of ${WITH_UNKNOWN} except its two unknown ones matches the contract with detailedMessage as %s`,
  async (detailedMessage) => {
    const blocks = await eventsOf({ scenario: WITH_UNKNOWN, detailedMessage });
    expect(blocks.join('\n').includes('"detailedMessage":{')).toBe(detailedMessage === 'object');
    expect(blocks.filter((block) => unknown.test(block)).length).toBe(2);
    expect(blocks.filter((block) => !unknown.test(block)).flatMap(problemsOf)).toEqual([]);
  },
);

test('[SIM-96] the check reports undocumented events', () => {
  const envelope = {
    createdDateTime: '2026-03-01T08:00:00.000Z',
    operation: '-',
    principal: 'a',
    state: 'IN_PROGRESS',
  };
  const block = (event: string, data: unknown) => `event: ${event}\nid: 1\ndata: ${JSON.stringify(data)}`;
  expect(problemsOf(block('HEARTBEAT', { ...envelope, detailedMessage: 'Heartbeat' }))).toEqual([]);
  expect(problemsOf(block('HEARTBEAT', { ...envelope, detailedMessage: 'Heartbeat', state: 'FAILED' }))).not.toEqual(
    [],
  );
  expect(problemsOf(block('HEARTBEAT', { ...envelope, detailedMessage: 'Heartbeat', more: 1 }))).not.toEqual([]);
  expect(problemsOf(block('HEARTBEAT', envelope))).not.toEqual([]);
  expect(problemsOf(block('LOCALIZATION', { ...envelope, detailedMessage: '{}' }))).not.toEqual([]);
});
