/**
 * Runs Watchfloors of a team whose real NATS servers lose power: each server gets its files back as they were some time
 * before, because it had confirmed entries that it had not flushed. If one of several loses power, it starts without its
 * files, as `docs/team.md` says. Real seconds are short here: a few of them with many
 * events cost as many entries as a minute of a quiet service.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { oneOf } from '../doubles/random-filters.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { isWhole, seatsAndProblems, SentEvents } from '../doubles/sent-events.ts';
import { shownSeat } from '../doubles/simulated-team.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { isThorough } from './breadth.ts';
import { type NatsDesk, startNatsDesk } from './nats-desk.ts';
import { copyFiles, type NatsServer } from './nats-server.ts';
import { makeNatsTeam } from './nats-team.ts';

/** The shortest lease that a profile may have. */
const LEASE_SECONDS = 2;
const WHOLE_WITHIN_MS = 60_000;
/** A team that has not noticed a power cut yet looks whole for a lease. */
const SETTLED_MS = LEASE_SECONDS * 1_000 + 500;
/** The service sends an event so often. */
const EVENT_MS = 20;
const NEVER = new AbortController().signal;

async function startTeam(servers: readonly NatsServer[]) {
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.signal()))));
  await makeNatsTeam(servers, 'team1', LEASE_SECONDS * 1_000);
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 10 });
  onTestFinished(() => simulator.stop());
  const urls = servers.map(({ url }) => url);
  const desks: NatsDesk[] = [];
  for (const name of ['anna', 'ben', 'cleo']) desks.push(await startNatsDesk(simulator, urls, name, LEASE_SECONDS));
  const events = new SentEvents(simulator, Date.now);
  let isSending = true;
  const service = setInterval(() => isSending && events.emit(), EVENT_MS);
  onTestFinished(() => clearInterval(service));
  return { desks, events, servers, send: (sends: boolean) => (isSending = sends) };
}

type Team = Awaited<ReturnType<typeof startTeam>>;

async function expectWhole({ desks, events, send }: Team, played: string): Promise<void> {
  send(true);
  let wholeSince = Number.POSITIVE_INFINITY;
  const state = async () => {
    const isNowWhole = await isWhole(desks);
    wholeSince = isNowWhole ? Math.min(wholeSince, performance.now()) : Number.POSITIVE_INFINITY;
    if (isNowWhole) return performance.now() - wholeSince >= SETTLED_MS ? 'whole' : 'whole for a moment';
    return seatsAndProblems(desks);
  };
  await vi.waitFor(async () => expect([played, await state()]).toEqual([played, 'whole']), {
    timeout: WHOLE_WITHIN_MS,
    interval: 100,
  });
  send(false);
  await vi.waitFor(async () => expect([played, await events.faults(desks)]).toEqual([played, []]), {
    timeout: WHOLE_WITHIN_MS,
    interval: 500,
  });
  send(true);
}

/** Cuts the power of all servers, which lose what they got for some time, or of one. @returns what it did */
async function cutPower({ desks, events, servers }: Team, isOfAll: boolean, random: (below: number) => number) {
  const lostMs = 300 + random(2_700);
  // With some of these, the log is as long as before when the members look at it.
  const notes = random(2) === 0 ? 0 : 1 + random(40);
  const meanwhile = oneOf(['nothing', 'hand-over', 'cut path', 'actions'] as const, random);
  const desk = oneOf(desks, random);
  const server = oneOf(servers, random);
  const startAgain = isOfAll ? await copyFiles(servers) : () => server.startEmpty();
  if (meanwhile === 'cut path') desk.setCut(true);
  if (meanwhile === 'actions') for (const one of desks) await events.note(one);
  if (meanwhile === 'hand-over')
    void desks.find((one) => shownSeat(one) === 'holding')?.instance.watch.team?.handOver(desk.name, NEVER);
  await delay(lostMs);
  await startAgain();
  desk.setCut(false);
  for (let number = 0; number < notes; number += 1) await events.note(oneOf(desks, random));
  return `${isOfAll ? `all lost ${lostMs} ms` : 'one lost all'}, meanwhile ${meanwhile}, then ${notes} notes`;
}

/** Cuts power again and again. Each time, the team must be whole without a person, and have everything once. */
export async function expectWholeAfterPowerCuts(servers: readonly NatsServer[], cuts: number): Promise<void> {
  const seed = isThorough ? Date.now() % 1_000_000 : 1;
  const random = randomNumbers(seed);
  const team = await startTeam(servers);
  const played = [`seed ${seed}`];
  await expectWhole(team, played.join());
  for (let cut = 0; cut < cuts; cut += 1) {
    const isOfAll = servers.length === 1 || cut % 2 === 0;
    played.push(await cutPower(team, isOfAll, random));
    await expectWhole(team, played.join('\n'));
  }
}
