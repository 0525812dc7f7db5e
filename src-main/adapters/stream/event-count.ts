/** Counts events by blank lines (WHATWG HTML 9.2.6). Shares no code with the framer, so a fault cannot be in both. */
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];
const dataField = Buffer.from('data:');
const OTHER = -1;

export class EventCount {
  #events = 0;
  #hasData = false;
  /** Number of bytes at the beginning of the current line that are those of `data:`, or `OTHER`. */
  #matched = 0;
  /** True if the last line ended in CR: an LF now belongs to it. */
  #isAfterReturn = false;
  /** Number of bytes of a byte order mark at the beginning; its length once this is decided. */
  #markBytes = 0;

  get events(): number {
    return this.#events;
  }

  push(bytes: Uint8Array): void {
    let start = this.#skipByteOrderMark(bytes);
    let lineFeedAt = -1;
    let returnAt = -1;
    while (start < bytes.length) {
      if (lineFeedAt < start) lineFeedAt = positionOf(lineFeed, bytes, start);
      if (returnAt < start) returnAt = positionOf(carriageReturn, bytes, start);
      const end = Math.min(lineFeedAt, returnAt);
      const isSecondByteOfEnd = this.#isAfterReturn && end === start && end === lineFeedAt;
      this.#matchField(bytes, start, end);
      this.#isAfterReturn = end === returnAt && end < bytes.length;
      if (end < bytes.length && !isSecondByteOfEnd) this.#endLine();
      start = end + 1;
    }
  }

  #skipByteOrderMark(bytes: Uint8Array): number {
    let at = 0;
    while (this.#markBytes < byteOrderMark.length && at < bytes.length) {
      if (bytes[at] === byteOrderMark[this.#markBytes]) {
        this.#markBytes++;
        at++;
      } else {
        // A partial mark is the beginning of a line of another field.
        if (this.#markBytes > 0) this.#matched = OTHER;
        this.#markBytes = byteOrderMark.length;
      }
    }
    return at;
  }

  #matchField(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end && this.#matched !== OTHER && this.#matched < dataField.length; at++)
      this.#matched = bytes[at] === dataField[this.#matched] ? this.#matched + 1 : OTHER;
  }

  #endLine(): void {
    if (this.#matched === 0) {
      if (this.#hasData) this.#events++;
      this.#hasData = false;
      // The field name may end with the line instead of a colon.
    } else if (this.#matched >= dataField.length - 1) this.#hasData = true;
    this.#matched = 0;
  }
}

function positionOf(byte: number, bytes: Uint8Array, start: number): number {
  const at = bytes.indexOf(byte, start);
  return at === -1 ? bytes.length : at;
}
