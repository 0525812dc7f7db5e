import type { Moment } from '../clock.ts';
import type { Exchange } from '../http/exchange.ts';

export const isStreamRequest = ({ endpoint }: Exchange) => endpoint === 'subscribe';
/** Only GET opens a stream. */
export const isStream = (exchange: Exchange) => isStreamRequest(exchange) && exchange.request.method === 'GET';

/** The client got no stream, or the service ended it. A client may close its own streams as often as it likes. */
export const isFailedTry = ({ response, ended }: Exchange): boolean =>
  response.status !== 200 || ended?.by === 'service';

/** A stream that stayed open this long, in ms of the service, was no failure. */
export const STEADY_MS = 60_000;

/** Returns when the service ended a stream, or the client was seen to leave. Null while it is open. */
export const endOf = ({ stream, ended }: Exchange): Moment | null => stream.closing ?? ended?.moment ?? null;

/** Returns the first request for a stream after the one at `index` ended. Those before its end were next to it. */
export function nextAfter(index: number, mine: readonly Exchange[]): Exchange | undefined {
  const stream = mine[index];
  const end = stream === undefined ? null : endOf(stream);
  if (end === null) return undefined;
  let next = index + 1;
  while ((mine[next]?.started.tick ?? Infinity) < end.tick) next++;
  return mine[next];
}
