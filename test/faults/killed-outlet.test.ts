import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulatedService } from '../journeys/simulated-service.ts';
import { rounds } from '../support/breadth.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { causeKey } from '../../src-shared/domain/cases/case.ts';

const service = simulatedService();
const KILLS = rounds({ usual: 4, thorough: 200 });
/** Events are sent in the same way as turns, so `npm test` kills only while a delivery is open and after it. */
const KILLS_OF_EVENTS = rounds({ usual: 2, thorough: 60 });
const FAILURES_PER_ROUND = 3;
/** Each look reads the store. Looking more often takes CPU time from the collector. */
const WAIT = { timeout: 60_000, interval: 40 };

interface SentTurn {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly seq?: number };
}

/** Answers each request, except one that a test waits for: that one stays open. */
async function startReceiver() {
  const received: SentTurn[] = [];
  let held: ((response: ServerResponse) => void) | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as SentTurn);
      if (held === null) response.end();
      else held(response);
      held = null;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when the next request is complete; it is not answered. */
    nextUnanswered: () => new Promise<ServerResponse>((resolve) => (held = resolve)),
  };
}

/** Kills the collector again and again while failures arrive, each with a code of its own. */
async function killedWhileSending(send: string, kills: number) {
  const receiver = await startReceiver();
  const { workplace, simulator } = service;
  const profile = await workplace.profile(simulator, { heartbeatSeconds: 300 });
  const withProfile = ['--profile', profile, '--data-dir', workplace.dataDir];
  await workplace.output(['outlets', 'add', 'cloudevents', 'hook', '--url', receiver.url, ...withProfile]);
  saveView(workplace.dataDir);
  await workplace.output(['outlets', 'change', 'hook', '--send', send, ...withProfile]);
  let collector = service.collect(profile);
  const subscribed = () =>
    vi.waitFor(() => {
      expect(simulator.control.subscribers()).toHaveLength(1);
    }, WAIT);
  await subscribed();
  let number = 0;
  const fail = () => {
    number += 1;
    const eid = `8904903200000100000000${String(3_572_847_000 + number)}`;
    const sent = sentLocalization({ eid, operation: 'ALLOCATED', at: Date.now(), errorCode: `CODE_${number}` });
    simulator.control.emit({ event: sent.kind, id: sent.id, data: JSON.parse(sent.data) });
  };
  const stored = () => workplace.storedEvents('kind:LOCALIZATION');
  // The first groups are no news for a new outlet, so it must have started.
  await vi.waitFor(async () => {
    const [line] = await workplace
      .output(['outlets', 'list', '--data-dir', workplace.dataDir])
      .then((text) => text.split('\n'));
    expect(line).toContain('"state":"ready"');
  }, WAIT);
  for (let kill = 0; kill < kills; kill += 1) {
    const moment = kill % 4;
    const before = (await stored()).length;
    const unanswered = moment < 2 ? receiver.nextUnanswered() : null;
    for (let failure = 0; failure < FAILURES_PER_ROUND; failure += 1) fail();
    // Killed while a delivery is open, after it was answered, after events were stored, or between arrival and storing.
    if (moment < 3)
      await vi.waitFor(async () => expect((await stored()).length).toBe(before + FAILURES_PER_ROUND), WAIT);
    const response = await unanswered;
    if (moment === 1) response?.end();
    await collector.stop('SIGKILL');
    await vi.waitFor(() => expect(simulator.control.subscribers()).toHaveLength(0), WAIT);
    collector = service.collect(profile);
    await subscribed();
  }
  return { received: receiver.received, stored: await stored() };
}

function saveView(dataDir: string): void {
  const [folder = ''] = readdirSync(join(dataDir, 'profiles'));
  const views = [{ id: 'view-1', name: 'Localizations', query: 'kind:LOCALIZATION', pinned: false }];
  writeFileSync(join(dataDir, 'profiles', folder, 'views.json'), JSON.stringify({ version: 1, views }));
}

test('[OUTLET-65] kill -9 at any moment loses no turn, and a repeated one has the same id', async () => {
  const { received, stored } = await killedWhileSending('groups,signal', KILLS);
  const causes = new Set(
    stored.map(({ operation, errorCode: code }) => causeKey({ kind: 'localization', operation, type: null, code })),
  );
  expect(causes.size).toBeGreaterThanOrEqual(KILLS);
  await vi.waitFor(() => expect(new Set(received.map(({ subject }) => subject))).toEqual(causes), WAIT);
  const ids = new Set(received.map(({ id }) => id));
  expect(ids.size).toBe(causes.size);
  expect(new Set(received.map(({ type }) => type))).toEqual(new Set(['watchfloor.group.opened.v1']));
});

test('[OUTLET-106] kill -9 at any moment loses no event of a view, and a repeated one has the same id', async () => {
  const { received, stored } = await killedWhileSending('view:Localizations', KILLS_OF_EVENTS);
  const seqs = stored.map(({ seq }) => seq);
  expect(seqs.length).toBeGreaterThanOrEqual(KILLS_OF_EVENTS);
  const sent = () => new Map(received.map(({ id, data }) => [id, data.seq]));
  await vi.waitFor(() => expect([...sent().values()]).toEqual(seqs), WAIT);
  expect(new Set(received.map(({ id, data }) => `${id} ${data.seq}`)).size).toBe(seqs.length);
});
