/** Reads how much a team's log has stored. */
import { NatsTeamConnection, type NatsServers } from './nats-connection.ts';
import { streamOf } from './nats-names.ts';

export interface LogSize {
  readonly bytes: number;
  /** Largest size; null without a limit. */
  readonly maxBytes: number | null;
  /** Clock of the servers, UTC epoch ms; null if the log is empty. */
  readonly oldestAt: number | null;
}

/** @throws NoAnswer, errors of the servers, or the signal's reason */
export async function natsLogSize(servers: NatsServers, log: string, signal: AbortSignal): Promise<LogSize> {
  const connection = new NatsTeamConnection(servers);
  try {
    const { state, config } = await connection.call(({ manager }) => manager.streams.info(streamOf(log)), signal);
    return {
      bytes: state.bytes,
      maxBytes: config.max_bytes > 0 ? config.max_bytes : null,
      oldestAt: state.messages === 0 ? null : new Date(state.first_ts).getTime(),
    };
  } finally {
    await connection.close();
  }
}
