/** Makes a team's log on NATS. Needs the rights of an administrator, which members do not have. */
import { randomUUID } from 'node:crypto';
import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { nanos } from '@nats-io/transport-node';
import { NatsTeamConnection, type NatsServers } from './nats-connection.ts';
import { baseStreamOf, baseSubjectsOf, descriptionOf, leaseBucketOf, streamOf, subjectsOf } from './nats-names.ts';

interface NatsTeamLimits {
  /** Id of the log: random, so that the servers' lists name no customer. */
  readonly log: string;
  /** 1 or 3. With three servers, one may be away. */
  readonly replicas: number;
  /**
   * Limits the log, and its two bases together to the same. Twice this must be below 70 % of the disk: a full log says
   * so, a full disk not with every version of the servers (`docs/team.md` "Sizes").
   */
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly leaseMs: number;
}

const DUPLICATE_WINDOW_MS = 120_000;
/** Largest entry. The servers' own limit (`max_payload`) is 1 MB by default. */
const MAX_MESSAGE_BYTES = 1_000_000;
const LEASE_BYTES = 4_096;

/** Makes the streams and the bucket; those that exist already stay as they are. @throws errors of the servers */
export async function setUpNatsTeam(servers: NatsServers, limits: NatsTeamLimits, signal: AbortSignal): Promise<void> {
  const { log, replicas, maxBytes, maxAgeMs, leaseMs } = limits;
  const connection = new NatsTeamConnection(servers);
  try {
    await connection.call(async ({ manager, stream }) => {
      const existing = await manager.streams.info(streamOf(log)).catch(() => null);
      await manager.streams.add({
        name: streamOf(log),
        description: existing === null ? descriptionOf(randomUUID()) : (existing.config.description ?? ''),
        subjects: [subjectsOf(log)],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        num_replicas: replicas,
        // A full log refuses new entries. The oldest are needed by members that are away.
        discard: DiscardPolicy.New,
        max_bytes: maxBytes,
        max_age: nanos(maxAgeMs),
        max_msg_size: MAX_MESSAGE_BYTES,
        duplicate_window: nanos(DUPLICATE_WINDOW_MS),
        deny_delete: true,
        deny_purge: true,
      });
      await manager.streams.add({
        name: baseStreamOf(log),
        subjects: [baseSubjectsOf(log)],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        num_replicas: replicas,
        // A new piece takes the place of the one before, so no member needs a right to delete.
        max_msgs_per_subject: 1,
        discard: DiscardPolicy.New,
        max_bytes: maxBytes,
        max_msg_size: MAX_MESSAGE_BYTES,
        deny_delete: true,
        deny_purge: true,
      });
      await new Kvm(stream).create(leaseBucketOf(log), {
        ttl: leaseMs,
        history: 1,
        replicas,
        maxValueSize: LEASE_BYTES,
        // A read from another server could be older than the last write.
        allow_direct: false,
      });
    }, signal);
  } finally {
    await connection.close();
  }
}
