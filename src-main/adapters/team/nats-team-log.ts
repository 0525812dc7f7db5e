/** Implements a team's log on JetStream (`docs/design/team.md` §1). Loaded only for a watch with a team. */
import { setTimeout as delay } from 'node:timers/promises';
import { DeliverPolicy, JetStreamApiError, type JsMsg } from '@nats-io/jetstream';
import { Kvm, type KV } from '@nats-io/kv';
import type {
  AppendAnswer,
  Lease,
  LogAppend,
  LogEntry,
  LogStatus,
  MessageTopic,
  TeamLog,
  TeamMessage,
} from '../../core/ports/team-log.ts';
import { createNatsBases } from './nats-bases.ts';
import { NatsTeamConnection, NoAnswer, type NatsServers } from './nats-connection.ts';
import { packText, unpackText } from './nats-entry-bytes.ts';
import { laneOf, leaseBucketOf, makingOf, messageSubject, streamOf, subjectOf } from './nats-names.ts';
import { isRightMissing, natsRefusal } from './nats-refusal.ts';

interface NatsTeamOptions extends NatsServers {
  readonly log: string;
}

/** JetStream's `err_code` (nats-server, `server/errors.json`). */
const STREAM_NOT_FOUND = 10_059;
const NO_MESSAGE_FOUND = 10_037;
const WRONG_LAST_SEQUENCE = 10_071;

/** Entries that the server sends ahead: a few records of 700 kB. */
const READ_AHEAD = 100;
const READ_RETRY_MS = 500;
/** A reader that gets nothing for three of these, although the log goes on, is started again (TEAM-330). */
const STALL_CHECK_MS = 1_000;
const STALLED_CHECKS = 3;

export function createNatsTeamLog({ log, ...servers }: NatsTeamOptions): TeamLog {
  const connection = new NatsTeamConnection(servers);
  const { member } = servers;
  return {
    append: (append, signal) => appendTo(connection, { log, subject: subjectOf(log, append, member) }, append, signal),
    read: (from, signal) => read(connection, log, from, signal),
    status: (signal) => statusOf(connection, log, signal),
    entryAt: (position, signal) => entryAt(connection, log, position, signal),
    lease: (name) => leaseOf(connection, log, name),
    publish({ topic, member: of, text }) {
      connection.connected?.connection.publish(messageSubject(log, topic, of), text);
    },
    subscribe: (topic, of, signal) => subscribe(connection, { log, topic, member: of ?? '*' }, signal),
    bases: createNatsBases(connection, log),
    close: () => connection.close(),
  };
}

async function appendTo(
  connection: NatsTeamConnection,
  { log, subject }: { readonly log: string; readonly subject: string },
  { id, text, after }: LogAppend,
  signal: AbortSignal,
): Promise<AppendAnswer> {
  const bytes = packText(text);
  const publish = async (last: number | null, msgID?: string): Promise<AppendAnswer> => {
    const expect = last === null ? {} : { expect: { lastSubjectSequence: last } };
    const publishing = { ...(msgID === undefined ? {} : { msgID }), ...expect };
    const { seq, duplicate } = await connection.call(
      ({ stream }) => stream.publish(subject, bytes, publishing),
      signal,
    );
    // After a power cut, 2.10 may know the id of an entry that it has not stored, and never will. Only ids are compared.
    if (duplicate && seq === 0) return publish(last);
    return { kind: 'appended', position: seq };
  };
  try {
    return await publish(after, id).catch(async (error: unknown) => {
      // Once all entries of a lane have expired, the server compares with 0.
      if (codeOf(error) !== WRONG_LAST_SEQUENCE || after === null || after === 0) throw error;
      const status = await statusOf(connection, log, signal);
      if (status.kind !== 'reached' || status.first <= after) throw error;
      return publish(0, id);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (codeOf(error) === WRONG_LAST_SEQUENCE) return { kind: 'not-last' };
    const why = natsRefusal(error);
    return why === null ? noAnswer(error) : { kind: 'refused', why, detail: detailOf(error) };
  }
}

async function statusOf(connection: NatsTeamConnection, log: string, signal: AbortSignal): Promise<LogStatus> {
  try {
    const info = await connection.call(({ manager }) => manager.streams.info(streamOf(log)), signal);
    const { config, state } = info;
    // The server forgets when a stream was made if it is changed and the server starts again.
    const created = makingOf(config.description) ?? info.created;
    const first = state.messages === 0 ? state.last_seq + 1 : state.first_seq;
    const lastAt = state.messages === 0 ? {} : { lastAt: Date.parse(state.last_ts) };
    return { kind: 'reached', identity: { id: log, created }, first, last: state.last_seq, ...lastAt };
  } catch (error) {
    signal.throwIfAborted();
    if (codeOf(error) === STREAM_NOT_FOUND) return { kind: 'missing' };
    if (isRightMissing(error) || (error instanceof NoAnswer && error.isRefused))
      return { kind: 'refused', detail: detailOf(error) };
    return noAnswer(error);
  }
}

async function entryAt(
  connection: NatsTeamConnection,
  log: string,
  seq: number,
  signal: AbortSignal,
): Promise<number | null | 'no-answer'> {
  try {
    const found = await connection.call(({ manager }) => manager.streams.getMessage(streamOf(log), { seq }), signal);
    return found?.time.getTime() ?? null;
  } catch (error) {
    signal.throwIfAborted();
    return codeOf(error) === NO_MESSAGE_FOUND ? null : 'no-answer';
  }
}

const codeOf = (error: unknown): number => (error instanceof JetStreamApiError ? error.code : 0);

const detailOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const noAnswer = (error: unknown) => ({ kind: 'no-answer', detail: detailOf(error) }) as const;

async function* read(
  connection: NatsTeamConnection,
  log: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<LogEntry, void, undefined> {
  let next = from;
  while (!signal.aborted) {
    await connection.connects(signal);
    try {
      for await (const message of messagesFrom(connection, log, () => next, signal)) {
        if (message.seq < next) continue;
        next = message.seq + 1;
        yield entryOf(message);
      }
    } catch {
      // The server is away, has no such log, or ended the reader. The next round begins where this one ended.
    }
    await delay(READ_RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

const entryOf = ({ seq, subject, data, time }: JsMsg): LogEntry => ({
  position: seq,
  at: time.getTime(),
  ...laneOf(subject),
  text: unpackText(data),
});

/** Yields what one reader of the server sends, until it ends, stalls, or the signal is aborted. */
async function* messagesFrom(
  connection: NatsTeamConnection,
  log: string,
  next: () => number,
  signal: AbortSignal,
): AsyncGenerator<JsMsg, void, undefined> {
  const messages = await connection.call(async ({ stream }) => {
    const consumer = await stream.consumers.get(streamOf(log), {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: next(),
    });
    return consumer.consume({ max_messages: READ_AHEAD });
  }, signal);
  const stop = () => messages.stop();
  signal.addEventListener('abort', stop, { once: true });
  let isWaiting = true;
  let checksWithoutProgress = 0;
  let isChecking = false;
  const check = async () => {
    if (isChecking || !isWaiting) return;
    isChecking = true;
    const status = await statusOf(connection, log, signal).catch(() => null);
    isChecking = false;
    checksWithoutProgress =
      isWaiting && status?.kind === 'reached' && status.last >= next() ? checksWithoutProgress + 1 : 0;
    if (checksWithoutProgress === STALLED_CHECKS) stop();
  };
  const watchdog = setInterval(() => void check(), STALL_CHECK_MS);
  try {
    for await (const message of messages) {
      isWaiting = false;
      checksWithoutProgress = 0;
      yield message;
      isWaiting = true;
    }
  } finally {
    clearInterval(watchdog);
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function leaseOf(connection: NatsTeamConnection, log: string, name: string): Lease {
  const call = <Result>(run: (bucket: KV) => Promise<Result>, signal: AbortSignal) =>
    connection.call(async ({ stream }) => run(await new Kvm(stream).open(leaseBucketOf(log))), signal);
  return {
    async read(signal) {
      try {
        const entry = await call((bucket) => bucket.get(name), signal);
        return entry?.operation === 'PUT'
          ? { revision: entry.revision, text: entry.string(), at: entry.created.getTime() }
          : null;
      } catch {
        signal.throwIfAborted();
        return 'no-answer';
      }
    },
    async write(text, after, signal) {
      try {
        const write = (bucket: KV) => (after === null ? bucket.create(name, text) : bucket.update(name, text, after));
        return { kind: 'held', revision: await call(write, signal) };
      } catch (error) {
        signal.throwIfAborted();
        if (codeOf(error) === WRONG_LAST_SEQUENCE) return { kind: 'refused' };
        const why = natsRefusal(error);
        return why === null ? noAnswer(error) : { ...noAnswer(error), why };
      }
    },
    async release(revision, signal) {
      await call((bucket) => bucket.delete(name, { previousSeq: revision }), signal).catch(() =>
        signal.throwIfAborted(),
      );
    },
  };
}

/** Listens at once if the server is connected. Members that are away hear nothing. */
function subscribe(
  connection: NatsTeamConnection,
  { log, topic, member }: { readonly log: string; readonly topic: MessageTopic; readonly member: string },
  signal: AbortSignal,
): AsyncIterable<TeamMessage> {
  const listen = () => connection.connected?.connection.subscribe(messageSubject(log, topic, member));
  const first = listen();
  async function* messages(): AsyncGenerator<TeamMessage, void, undefined> {
    for (let subscription = first; !signal.aborted; subscription = listen()) {
      if (subscription === undefined) {
        await connection.connects(signal);
        continue;
      }
      const stop = subscription.unsubscribe.bind(subscription, undefined);
      signal.addEventListener('abort', stop, { once: true });
      for await (const { subject, data } of subscription) {
        const text = unpackText(data);
        if (text !== null) yield { topic, member: subject.split('.').at(-1) ?? '', text };
      }
      signal.removeEventListener('abort', stop);
    }
  }
  return messages();
}
