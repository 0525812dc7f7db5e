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
const KILLS = rounds({ usual: 2, thorough: 60 });
/** A kill comes while a delivery is open, between arrival and storing, after an answer, or after events were stored. */
const MOMENTS = ['open', 'arrived', 'answered', 'stored'] as const;
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

/**
 * Kills the collector again and again while failures arrive, each with a code of its own. It has an outlet for turns and
 * one for the events of a view.
 */
async function killedWhileSending() {
  const [turns, events] = [await startReceiver(), await startReceiver()];
  const { workplace, simulator } = service;
  const profile = await workplace.profile(simulator, { heartbeatSeconds: 300 });
  const withProfile = ['--profile', profile, '--data-dir', workplace.dataDir];
  const addOutlet = (name: string, url: string, send: string) =>
    workplace.output(['outlets', 'add', 'cloudevents', name, '--url', url, '--send', send, ...withProfile]);
  await addOutlet('turns', turns.url, 'groups,signal');
  saveView(workplace.dataDir);
  await addOutlet('events', events.url, 'view:Localizations');
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
    const listed = await workplace.output(['outlets', 'list', '--data-dir', workplace.dataDir]);
    expect(listed.match(/"state":"ready"/g)).toHaveLength(2);
  }, WAIT);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const moment = MOMENTS[kill % MOMENTS.length];
    const isSent = moment === 'open' || moment === 'answered';
    const before = (await stored()).length;
    const unanswered = isSent ? [turns, events].map((receiver) => receiver.nextUnanswered()) : [];
    for (let failure = 0; failure < FAILURES_PER_ROUND; failure += 1) fail();
    if (moment !== 'arrived')
      await vi.waitFor(async () => expect((await stored()).length).toBe(before + FAILURES_PER_ROUND), WAIT);
    const responses = await Promise.all(unanswered);
    if (moment === 'answered') for (const response of responses) response.end();
    await collector.stop('SIGKILL');
    await vi.waitFor(() => expect(simulator.control.subscribers()).toHaveLength(0), WAIT);
    collector = service.collect(profile);
    await subscribed();
  }
  return { turns: turns.received, events: events.received, stored: await stored() };
}

function saveView(dataDir: string): void {
  const [folder = ''] = readdirSync(join(dataDir, 'profiles'));
  const views = [{ id: 'view-1', name: 'Localizations', query: 'kind:LOCALIZATION', pinned: false }];
  writeFileSync(join(dataDir, 'profiles', folder, 'views.json'), JSON.stringify({ version: 1, views }));
}

test('[OUTLET-10] kill -9 at any moment loses no turn and no event of a view, and a repeated one has the same id', async () => {
  const { turns, events, stored } = await killedWhileSending();
  const causes = new Set(
    stored.map(({ operation, errorCode: code }) => causeKey({ kind: 'localization', operation, type: null, code })),
  );
  expect(causes.size).toBeGreaterThanOrEqual(KILLS);
  await vi.waitFor(() => expect(new Set(turns.map(({ subject }) => subject))).toEqual(causes), WAIT);
  const ids = new Set(turns.map(({ id }) => id));
  expect(ids.size).toBe(causes.size);
  expect(new Set(turns.map(({ type }) => type))).toEqual(new Set(['watchfloor.group.opened.v1']));

  const seqs = stored.map(({ seq }) => seq);
  const sent = () => new Map(events.map(({ id, data }) => [id, data.seq]));
  await vi.waitFor(() => expect([...sent().values()]).toEqual(seqs), WAIT);
  expect(new Set(events.map(({ id, data }) => `${id} ${data.seq}`)).size).toBe(seqs.length);
});
