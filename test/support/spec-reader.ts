/**
 * Implements the event stream algorithm of WHATWG HTML 9.2.5 and 9.2.6 sentence by sentence, without regard to speed or
 * memory. The real reader is compared with it.
 */
export interface SpecEvent {
  readonly kind: string;
  /** The id field of this event; null if it has no valid one. */
  readonly id: string | null;
  readonly data: string;
}

export interface SpecReading {
  readonly events: SpecEvent[];
  readonly retry: number | null;
  readonly lastEventId: string;
}

export function readBySpec(bytes: Uint8Array): SpecReading {
  // "Streams must be decoded using the UTF-8 decode algorithm", which strips one byte order mark.
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r\n|\n|\r/);
  // Text after the last line end is not a line.
  lines.pop();

  const events: SpecEvent[] = [];
  let retry: number | null = null;
  let dataBuffer = '';
  let kindBuffer = '';
  let id: string | null = null;
  let lastEventId = '';

  const processField = (name: string, value: string): void => {
    if (name === 'event') kindBuffer = value;
    else if (name === 'data') dataBuffer += `${value}\n`;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^[0-9]+$/.test(value)) retry = Number.parseInt(value, 10);
  };

  for (const line of lines) {
    if (line === '') {
      // "Set the last event ID string of the event source to the value of the last event ID buffer", data or not.
      lastEventId = id ?? lastEventId;
      // "If the data buffer is an empty string, set the data buffer and the event type buffer to the empty string."
      if (dataBuffer !== '') {
        events.push({ kind: kindBuffer === '' ? 'message' : kindBuffer, id, data: dataBuffer.slice(0, -1) });
      }
      dataBuffer = '';
      kindBuffer = '';
      id = null;
    } else if (line.startsWith(':')) {
      continue;
    } else if (line.includes(':')) {
      const colon = line.indexOf(':');
      const value = line.slice(colon + 1);
      processField(line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value);
    } else {
      processField(line, '');
    }
  }
  return { events, retry, lastEventId };
}
