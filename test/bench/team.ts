/**
 * Measures a team on a real NATS server, and computes from these costs what 1 000 domains and 5 000 desktops need. Holder
 * and followers share the process of the bench; only the server is a process of its own. On a busy machine compare
 * processor times and ratios, because times are upper bounds.
 */
import { setTimeout } from 'node:timers/promises';
import type { TeamLog } from '../../src-main/core/ports/team-log.ts';
import { applyEntry } from '../../src-main/core/team/apply-entry.ts';
import { holderAppend, takeAppend, type ChainAppend } from '../../src-main/core/team/next-append.ts';
import { EMPTY_TEAM_STATE, type TeamState } from '../../src-main/core/team/team-state.ts';
import { atLeast, atMost, type Figures, percentile } from './figures.ts';
import { FilledStore } from './filled-store.ts';
import { generatedEvents } from './generated-events.ts';
import { BenchMember, isNatsInstalled, NEVER, TeamServer } from './team-rig.ts';
import { LARGE, neededFor, type TeamCosts } from './team-scale.ts';

const TEAM_TOPIC = 'Team: one NATS server, holder and followers in one process';
const SCALE_TOPIC = 'Team: 1 000 domains and 5 000 desktops on three servers, computed from the costs above';
const WRITER = { member: 'bench', run: 'run-of-bench' };
const FULL_RECORD = 500;
const MICROSECONDS = 1_000;
const LIVE_SECONDS = 10;
const RECORDS = 400;
const RENEWALS = 500;
const REPORTS = 2_000;
const READERS = 50;
const READ_EVENTS = 1_000;

/** Measures nothing without the program, and says so. */
export async function benchTeam(figures: Figures, events: number): Promise<void> {
  figures.topic(TEAM_TOPIC, ['store', 'decoder']);
  if (!isNatsInstalled()) {
    figures.notMeasured('team', 'the program nats-server is not installed');
    return;
  }
  const appended = await onServer((server) => benchAppends(figures, server));
  const deliveryMs = await onServer((server) => benchReaders(figures, server));
  const messages = await onServer((server) => benchMessages(figures, server));
  const catchUpPerSecond = await onServer((server) => benchMembers(figures, server, events));
  const costs = { ...appended, ...messages, deliveryMs, catchUpPerSecond };
  figures.topic(SCALE_TOPIC, [], false);
  reportScale(figures, costs);
}

async function onServer<Result>(work: (server: TeamServer) => Promise<Result>): Promise<Result> {
  const server = await TeamServer.start();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Appends records as a holder does, one in flight, without a store. */
class ChainWriter {
  readonly #log: TeamLog;
  #state: TeamState = EMPTY_TEAM_STATE;
  #made = 0;

  constructor(log: TeamLog) {
    this.#log = log;
  }

  take(): Promise<void> {
    const take = { why: 'start', reason: '', at: Date.now(), lineage: 'bench', service: 'bench' } as const;
    return this.#append(takeAppend(this.#state, WRITER, take));
  }

  async events(count: number): Promise<void> {
    const events = [...generatedEvents(this.#made, count)];
    this.#made += count;
    const content = { kind: 'events', first: this.#state.nextSeq, events } as const;
    const append = holderAppend(this.#state, WRITER, content, Date.now());
    if (append === null) throw new Error('the bench does not hold the seat');
    await this.#append(append);
  }

  async #append({ append }: ChainAppend): Promise<void> {
    const answer = await this.#log.append(append, NEVER);
    if (answer.kind !== 'appended') throw new Error(`not appended: ${answer.kind}`);
    const { position } = answer;
    const entry = { position, at: Date.now(), lane: append.lane, member: null, text: append.text };
    const applied = applyEntry(this.#state, entry);
    if (applied.kind !== 'applied' || applied.change.kind === 'void') throw new Error('the record does not count');
    this.#state = applied.state;
  }
}

async function writerOn(server: TeamServer): Promise<{ readonly log: TeamLog; readonly writer: ChainWriter }> {
  const log = await server.connect('holder');
  const writer = new ChainWriter(log);
  await writer.take();
  return { log, writer };
}

async function benchAppends(figures: Figures, server: TeamServer) {
  const { log, writer } = await writerOn(server);
  const perRecordMs = new Map<number, number>();
  let bytesPerEvent = 0;
  for (const size of [1, 100, FULL_RECORD]) {
    const records = Math.max(20, Math.floor(RECORDS / Math.sqrt(size)));
    await writer.events(size);
    const times: number[] = [];
    const before = server.usage().cpuMs;
    const bytesBefore = await server.logBytes();
    for (let record = 0; record < records; record += 1) {
      const start = performance.now();
      await writer.events(size);
      times.push(performance.now() - start);
    }
    const serverMs = (server.usage().cpuMs - before) / records;
    perRecordMs.set(size, serverMs);
    bytesPerEvent = ((await server.logBytes()) - bytesBefore) / records / size;
    const aside = `p99 ${percentile(times, 99).toFixed(1)} ms; server ${((serverMs / size) * MICROSECONDS).toFixed(0)} µs per event`;
    figures.measured(`append of ${size} events in a record, p50`, percentile(times, 50), 'ms', null, aside);
  }
  figures.measured('bytes per event on a server, 500 in a record', bytesPerEvent, '');
  await log.close();
  return {
    appendMs: perRecordMs.get(1) ?? 0,
    fullRecordEventMs: (perRecordMs.get(FULL_RECORD) ?? 0) / FULL_RECORD,
    bytesPerEvent,
  };
}

/** Returns the processor time of the server for one event that it sends to one more reader, in ms. */
async function benchReaders(figures: Figures, server: TeamServer): Promise<number> {
  const { log, writer } = await writerOn(server);
  const perEvent = new Map<number, { readonly serverMs: number; readonly ownMs: number }>();
  for (const count of [1, READERS]) {
    const ends = new AbortController();
    const from = (await endOf(log)) + 1;
    const logs = await Promise.all(
      Array.from({ length: count }, (_, reader) => server.connect(`r-${count}-${reader}`)),
    );
    const reading = logs.map((each) => readEntries(each, from, READ_EVENTS, ends.signal));
    const [serverBefore, ownBefore] = [server.usage().cpuMs, ownCpuMs()];
    for (let event = 0; event < READ_EVENTS; event += 1) await writer.events(1);
    await Promise.all(reading);
    const serverMs = (server.usage().cpuMs - serverBefore) / READ_EVENTS;
    perEvent.set(count, { serverMs, ownMs: (ownCpuMs() - ownBefore) / READ_EVENTS });
    ends.abort(new Error('everything was read'));
    await Promise.all(logs.map((each) => each.close()));
    figures.measured(`server per event, ${count} followers, one event in a record`, serverMs * MICROSECONDS, 'µs');
  }
  const [one, many] = [perEvent.get(1), perEvent.get(READERS)];
  const more = (of: 'serverMs' | 'ownMs') => Math.max(0, ((many?.[of] ?? 0) - (one?.[of] ?? 0)) / (READERS - 1));
  figures.measured('server per event for one more follower', more('serverMs') * MICROSECONDS, 'µs');
  figures.measured('a follower per event, without its store', more('ownMs') * MICROSECONDS, 'µs');
  await log.close();
  return more('serverMs');
}

async function readEntries(log: TeamLog, from: number, count: number, signal: AbortSignal): Promise<void> {
  let read = 0;
  for await (const _ of log.read(from, signal)) {
    read += 1;
    if (read === count) return;
  }
}

async function endOf(log: TeamLog): Promise<number> {
  const status = await log.status(NEVER);
  if (status.kind !== 'reached') throw new Error(`the log does not answer: ${status.kind}`);
  return status.last;
}

const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
};

async function benchMessages(figures: Figures, server: TeamServer) {
  const log = await server.connect('holder');
  const lease = log.lease('seat');
  let revision: number | null = null;
  let before = server.usage().cpuMs;
  const times: number[] = [];
  for (let renewal = 0; renewal < RENEWALS; renewal += 1) {
    const start = performance.now();
    const answer = await lease.write('{}', revision, NEVER);
    times.push(performance.now() - start);
    if (answer.kind !== 'held') throw new Error(`the lease is not held: ${answer.kind}`);
    ({ revision } = answer);
  }
  const renewalMs = (server.usage().cpuMs - before) / RENEWALS;
  const aside = `server ${(renewalMs * MICROSECONDS).toFixed(0)} µs`;
  figures.measured('renewal of the lease, p50', percentile(times, 50), 'ms', null, aside);

  const reports = log.subscribe('presence', null, NEVER)[Symbol.asyncIterator]();
  before = server.usage().cpuMs;
  for (let report = 0; report < REPORTS; report += 1) {
    const arrived = reports.next();
    log.publish({ topic: 'presence', member: 'holder', text: '{"name":"Anna","role":"desk","seat":"holds"}' });
    await arrived;
  }
  const presenceMs = (server.usage().cpuMs - before) / REPORTS;
  figures.measured('a report of presence, server', presenceMs * MICROSECONDS, 'µs');
  await log.close();
  return { renewalMs, presenceMs };
}

/** Returns the events that a new member reads in a second. */
async function benchMembers(figures: Figures, server: TeamServer, events: number): Promise<number> {
  const holder = await BenchMember.join(server, 'holder', 0);
  await holder.waitUntilHolding();
  const follower = await BenchMember.join(server, 'follower', null);
  let sent = 0;
  for (const perSecond of [100, 1_000]) sent = await benchLive(figures, { holder, follower, sent, perSecond });

  while (sent < events) {
    await holder.receive([...generatedEvents(sent, FULL_RECORD)]);
    sent += FULL_RECORD;
    if (sent % 10_000 === 0) await follower.waitUntilStored(sent - 5_000);
  }
  await follower.waitUntilStored(sent);
  await follower.leave();
  const start = performance.now();
  const late = await BenchMember.join(server, 'late', null);
  await late.waitUntilStored(sent);
  const perSecond = (sent / (performance.now() - start)) * 1_000;
  figures.measured(`catch-up of a new member, events a second`, perSecond, '', atLeast(10_000));
  await late.leave();
  await holder.leave();
  const plain = await plainPace(sent);
  figures.measured('catch-up ÷ storing the same events without a team', perSecond / plain, '');
  return perSecond;
}

interface Live {
  readonly holder: BenchMember;
  readonly follower: BenchMember;
  readonly sent: number;
  readonly perSecond: number;
}

/** Stores one batch each 10 ms or more, at a steady pace. @returns number of events until now */
async function benchLive(figures: Figures, { holder, follower, sent, perSecond }: Live): Promise<number> {
  const committedAt = new Map<number, number>();
  const waits: number[] = [];
  follower.onCommitted = (newest) => {
    for (const [seq, at] of committedAt)
      if (seq <= newest) {
        waits.push(performance.now() - at);
        committedAt.delete(seq);
      }
  };
  const batch = perSecond / 100;
  const start = performance.now();
  let made = sent;
  for (let turn = 0; turn < LIVE_SECONDS * 100; turn += 1) {
    const wait = start + turn * 10 - performance.now();
    if (wait > 0) await setTimeout(wait);
    await holder.receive([...generatedEvents(made, batch)]);
    made += batch;
    committedAt.set(made, performance.now());
  }
  await follower.waitUntilStored(made);
  const aside = `p50 ${percentile(waits, 50).toFixed(1)} ms; goal for all: live within 250 ms`;
  const name = `commit of the holder to commit of a follower at ${perSecond}/s, p99`;
  figures.measured(name, percentile(waits, 99), 'ms', atMost(250), aside);
  return made;
}

/** Stores as many events as a Watchfloor without a team does, as the baseline of the same run. */
async function plainPace(events: number): Promise<number> {
  const start = performance.now();
  const filled = await FilledStore.fill(events);
  const perSecond = (events / (performance.now() - start)) * 1_000;
  await filled.remove();
  return perSecond;
}

function reportScale(figures: Figures, costs: TeamCosts): void {
  const needed = neededFor(costs, LARGE);
  const { stormDomains, stormPerSecond, nightHours, jitterSeconds } = LARGE;
  figures.measured('cores of three servers, 1 event/s in each domain', needed.usualCores, '');
  figures.measured(`the same, ${stormDomains} domains at ${stormPerSecond}/s`, needed.stormCores, '');
  figures.measured('disk a day on each server', needed.gigabytesPerDayAndServer, 'GB');
  figures.measured(`${nightHours} h off: a desktop catches up within`, needed.morningCatchUpSeconds, 's');
  figures.measured('the same: processor time of the servers for all', needed.morningServerSeconds, 's');
  figures.measured(`the same: cores if all connect within ${jitterSeconds} s`, needed.morningCores, '');
}
