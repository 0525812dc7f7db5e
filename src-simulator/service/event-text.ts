/** Lines as in `docs/service.md` §3.4, §4.1 (event, id, retry, data); WHATWG HTML "Server-sent events". */

export interface OutgoingEvent {
  readonly event: string;
  /** Omitted: the next id of the stream. `null`: no `id` line. */
  readonly id?: string | null;
  /** Milliseconds. Omitted: the service's usual value. `null`: no `retry` line. */
  readonly retry?: number | null;
  /** A string is sent verbatim with one `data` line for each of its lines. Any other value is sent as JSON. */
  readonly data: unknown;
}

export interface Envelope {
  readonly createdDateTime: string;
  readonly detailedMessage: unknown;
  readonly operation: string;
  readonly principal: string;
  readonly state: string;
}

export function eventText(event: { event: string; id: string | null; retry: number | null; data: unknown }): string {
  const data = typeof event.data === 'string' ? event.data : JSON.stringify(event.data);
  return [
    `event: ${event.event}`,
    ...(event.id === null ? [] : [`id: ${event.id}`]),
    ...(event.retry === null ? [] : [`retry: ${event.retry}`]),
    ...data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
    '',
    '',
  ].join('\n');
}
