import type { LogLimits } from '../../api/team.ts';
import { DAY_MS } from '../../lib/durations.ts';

export interface LimitWords {
  readonly facts: readonly string[];
  /** Each names something that will fail or lose entries. */
  readonly warnings: readonly string[];
}

const MB = 1_000_000;
/** A shorter time does not show how much a day brings. */
const MIN_MEASURED_MS = 3_600_000;
/** The longest note has 4 000 characters of up to 3 bytes. A shared view and a session need less. */
const MIN_ENTRY_BYTES = 16_000;
/** An event that is offered is not divided. `team create` makes logs for entries of this size. */
const USUAL_ENTRY_BYTES = 1_000_000;
const FIRST_SYNCING = { major: 2, minor: 10 };

export function logLimitWords(limits: LogLimits, now: number): LimitWords {
  const parts = [room(limits, now), entrySize(limits), copies(limits), powerCut(limits)];
  return { facts: parts.flatMap(({ facts }) => facts), warnings: parts.flatMap(({ warnings }) => warnings) };
}

const fact = (...facts: string[]): LimitWords => ({ facts, warnings: [] });
const warning = (...warnings: string[]): LimitWords => ({ facts: [], warnings });

function room({ bytes, maxBytes, oldestAt, maxAgeMs, dropsOldest }: LogLimits, now: number): LimitWords {
  const age = maxAgeMs === null ? 'its entries never expire' : `its entries expire after ${days(maxAgeMs)}`;
  if (maxBytes === null)
    return warning(`The log has no largest size, and ${age}: it may fill the disk of the servers. Set "max_bytes".`);
  const dropped = dropsOldest
    ? ['A full log removes its oldest entries, which members that are away have not read. Set its "discard" to "new".']
    : [];
  const measuredMs = oldestAt === null ? 0 : now - oldestAt;
  if (measuredMs < MIN_MEASURED_MS || bytes === 0)
    return {
      facts: [`The log has room for ${megabytes(maxBytes)}, about ${thousands(maxBytes)} events of 1 kB, and ${age}.`],
      warnings: dropped,
    };
  const fullMs = (maxBytes * measuredMs) / bytes;
  const pace = `At its pace so far, the log of ${megabytes(maxBytes)} has room for ${days(fullMs)} of events, and ${age}.`;
  if (maxAgeMs !== null && fullMs >= maxAgeMs) return { facts: [pace], warnings: dropped };
  return warning(`${pace} So it will be full: make it larger, or let its entries expire sooner.`, ...dropped);
}

function entrySize({ maxEntryBytes }: LogLimits): LimitWords {
  if (maxEntryBytes >= USUAL_ENTRY_BYTES) return fact('An event of more than 0.7 MB is divided into several entries.');
  const size = `The servers take entries of at most ${Math.floor(maxEntryBytes / 1_000)} kB.`;
  if (maxEntryBytes < MIN_ENTRY_BYTES)
    return warning(`${size} Long notes do not fit and stay with their member. Set "max_payload" to 1MB.`);
  return fact(
    `${size} Larger events are divided, but not those that a member receives while another one holds the seat: these stay with it.`,
  );
}

function copies({ copies: count }: LogLimits): LimitWords {
  if (count === 1)
    return fact(
      'The log is on one server only: while this one is away, the holder goes on alone and the others do not follow.',
    );
  if (count === 2)
    return warning('The log has two copies, and needs both servers. Make it with one server, or with three.');
  return fact(`The log has ${count} copies. It goes on while one server is away.`);
}

/** Copies that end at different entries may stay different: Raft needs that no server forgets what it acknowledged. */
function lossWords(count: number): string {
  const loss =
    'a power cut of the servers may take up to two minutes of entries that they acknowledged. No store loses';
  return count === 1
    ? `${loss} anything, and the members bring the entries back by themselves (docs/team.md)`
    : `${loss} anything, but copies may stay different, and then the log takes no entries: before you start a server again, see "Power cuts" in docs/team.md`;
}

/** The setting cannot be seen by a member, only the version. */
function powerCut({ version, copies: count }: LogLimits): LimitWords {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const { major: firstMajor, minor: firstMinor } = FIRST_SYNCING;
  if (major < firstMajor || (major === firstMajor && minor < firstMinor))
    return warning(
      `With nats-server ${version}, ${lossWords(count)}. From nats-server 2.10 on, "sync_interval: always" in the jetstream section prevents it.`,
    );
  return fact(
    `Whether nats-server ${version} has "sync_interval: always" in its jetstream section cannot be seen from here. Without it, ${lossWords(count)}.`,
  );
}

const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`;
const thousands = (bytes: number) => `${Math.round(bytes / MB)} thousand`;

function days(ms: number): string {
  const number = ms / DAY_MS;
  const text = number < 10 ? number.toFixed(1).replace('.0', '') : String(Math.floor(number));
  return `${text} ${text === '1' ? 'day' : 'days'}`;
}
