/** Tests that commands end with each documented exit code, and with no other. */
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { exitCodes } from '../../src-main/hosts/cli/exit-codes.ts';
import { commandLine } from '../../src-main/hosts/cli/program.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { OddService } from '../doubles/odd-service.ts';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import { FILLED_STORE_ID, Workplace } from '../support/command.ts';
import { TestTerminal } from '../support/terminal.ts';

let workplace: Workplace;
let simulator: Simulator;
let service: OddService;
const copy = () => join(workplace.folder, 'copy.db');

/** The store has an event and then a gap, in which a subscription changed. */
beforeAll(async () => {
  workplace = await Workplace.create();
  simulator = await startSimulator({ scenario: 'none', subscriptions: 10, timeScale: 60 });
  service = await OddService.start();
  service.rows = [0];
  const store = await workplace.openStore();
  const receivedAt = Date.UTC(2026, 10, 20);
  const { sessionId } = await store.writer.append(batchOf('opens', [receivedEvent(1, { receivedAt })]));
  await store.writer.endSession(sessionId, { reason: 'connection-lost', detail: null });
  await store.writer.append(batchOf('opens', [receivedEvent(2, { receivedAt: receivedAt + 300_000 })]));
  await store.close();
  await workplace.output(['backup', '--data-dir', workplace.dataDir, '--to', copy()]);
});
afterAll(async () => {
  await workplace.close();
  await Promise.all([simulator.stop(), service.stop()]);
});

const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  workplace.runInProcess([...args, '--data-dir', workplace.dataDir], environment).exit;

/** Runs a command that asks the service, in a data folder of its own: a secret is bound to the first service. */
async function ask(command: readonly string[], client: 'basic' | 'limited', changes: Record<string, unknown> = {}) {
  const { clientId, clientSecret } = simulator.clients[client];
  const profile = await workplace.profile(simulator, { clientId, ...changes });
  const dataDir = await mkdtemp(join(workplace.folder, 'data-'));
  const args = [...command, '--profile', profile, '--data-dir', dataDir];
  return workplace.runInProcess(args, { [SECRET_VARIABLE]: clientSecret }).exit;
}

async function followed(signal: NodeJS.Signals): Promise<number> {
  const following = workplace.run(['events', '--data-dir', workplace.dataDir, '--follow', '--format', 'ndjson']);
  await following.waitForText(/e-2/);
  const exit = await following.stop(signal);
  // A shell shows the end by a signal so.
  return typeof exit === 'number' ? exit : 128 + constants.signals[exit];
}

const ends: Readonly<Record<number, readonly (() => Promise<number>)[]>> = {
  0: [() => run(['events']), () => ask(['permissions'], 'basic')],
  1: [() => run(['restore', '--from', workplace.folder]), () => ask(['permissions', '--can', 'reports:fly'], 'basic')],
  2: [
    () => run(['events', '--ouput', 'x']),
    () => run(['events', '--query', 'colour:red']),
    () => run(['events', '--profile', 'nobody']),
    async () => run(['permissions', '--profile', await workplace.profile(simulator)], { [SECRET_VARIABLE]: '' }),
  ],
  3: [
    async () => {
      const store = await workplace.openStore();
      try {
        return await run(['restore', '--from', copy()]);
      } finally {
        await store.close();
      }
    },
  ],
  4: [() => ask(['permissions'], 'basic', { baseUrl: 'http://127.0.0.1:1' })],
  5: [
    async () => {
      const profile = await workplace.profile(service, { id: FILLED_STORE_ID });
      const secret = { [SECRET_VARIABLE]: service.clients.basic.clientSecret };
      return run(['coverage', '--check-inventory', '--profile', profile], secret);
    },
  ],
  6: [() => ask(['doctor'], 'limited', { heartbeatSeconds: 2 })],
  130: [() => followed('SIGINT')],
  143: [() => followed('SIGTERM')],
};

describe('[CLI-85] the exit code', () => {
  test.each(Object.entries(ends))('%s is how the commands end that are documented with it', async (code, calls) => {
    for (const call of calls) expect(await call()).toBe(Number(code));
  });

  test('is one of the list in the help and in the document, which are the same', async () => {
    const document = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');
    const [, section = ''] = document.split('## Exit codes');
    const documented = [
      ...section
        .split('\n## ', 1)
        .join('')
        .matchAll(/^\| (\d+) /gm),
    ].map(([, code]) => code);
    const terminal = new TestTerminal();
    await (await commandLine(terminal)).parseAsync(['node', 'watchfloor', '--help']).catch(() => undefined);
    const helped = [...terminal.output.stdout.matchAll(/^ {2}(\d+) {2}/gm)].map(([, code]) => code);
    const known = Object.keys(exitCodes);
    expect([documented, helped, Object.keys(ends)]).toEqual([known, known, known]);
  });
});
