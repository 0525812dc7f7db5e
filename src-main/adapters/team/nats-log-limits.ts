/** A member may not read the limits of the account. */
import { DiscardPolicy } from '@nats-io/jetstream';
import type { LogLimits } from '../../../src-shared/api/team.ts';
import { NatsTeamConnection, type NatsServers } from './nats-connection.ts';
import { streamOf } from './nats-names.ts';

const NS_PER_MS = 1_000_000;

/** @throws NoAnswer, errors of the servers, or the signal's reason */
export async function natsLogLimits(servers: NatsServers, log: string, signal: AbortSignal): Promise<LogLimits> {
  const connection = new NatsTeamConnection(servers);
  try {
    return await connection.call(async ({ manager, connection: { info } }) => {
      const { state, config } = await manager.streams.info(streamOf(log));
      const maxPayload = info?.max_payload ?? Number.POSITIVE_INFINITY;
      return {
        bytes: state.bytes,
        maxBytes: config.max_bytes > 0 ? config.max_bytes : null,
        maxEntryBytes: Math.min(maxPayload, config.max_msg_size > 0 ? config.max_msg_size : maxPayload),
        oldestAt: state.messages === 0 ? null : new Date(state.first_ts).getTime(),
        maxAgeMs: config.max_age > 0 ? config.max_age / NS_PER_MS : null,
        copies: config.num_replicas,
        dropsOldest: config.discard === DiscardPolicy.Old,
        version: info?.version ?? '0',
      };
    }, signal);
  } finally {
    await connection.close();
  }
}
