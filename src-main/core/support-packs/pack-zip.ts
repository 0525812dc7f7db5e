/** Writes files into one zip as they are made; only compressed chunks wait. The same pack gives the same bytes. */
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Pace } from '../lib/steps.ts';

const WRITE_CHARACTERS = 131_072;

interface OpenFile {
  readonly name: string;
  readonly deflate: ZipDeflate;
  waiting: string;
  bytes: number;
}

export class PackZip {
  readonly #zip: Zip;
  readonly #files: OpenFile[] = [];
  readonly #madeAt: number;
  readonly #write: (chunk: Uint8Array) => Promise<void>;
  readonly #pace: Pick<Pace, 'yieldIfDue'>;
  #made: Uint8Array[] = [];
  bytes = 0;

  constructor(madeAt: number, pace: Pick<Pace, 'yieldIfDue'>, write: (chunk: Uint8Array) => Promise<void>) {
    this.#madeAt = madeAt;
    this.#pace = pace;
    this.#write = write;
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#made.push(chunk);
    });
  }

  /** The zip keeps the order of these calls. The result appends text to the file. */
  add(name: string): (text: string) => Promise<void> {
    const deflate = new ZipDeflate(name, { level: 6 });
    // A zip date has no year before 1980 and no time zone.
    deflate.mtime = Math.max(this.#madeAt, Date.UTC(1980, 0, 2));
    const file: OpenFile = { name, deflate, waiting: '', bytes: 0 };
    this.#files.push(file);
    this.#zip.add(deflate);
    return async (text) => {
      file.waiting += text;
      while (file.waiting.length >= WRITE_CHARACTERS) {
        const end = cut(file.waiting, WRITE_CHARACTERS);
        this.#push(file, file.waiting.slice(0, end), false);
        file.waiting = file.waiting.slice(end);
        await this.#flush();
      }
    };
  }

  async end(): Promise<void> {
    for (const file of this.#files) {
      this.#push(file, file.waiting, true);
      await this.#flush();
    }
    this.#zip.end();
    await this.#flush();
  }

  get files(): { readonly name: string; readonly bytes: number }[] {
    return this.#files.map(({ name, bytes }) => ({ name, bytes }));
  }

  #push(file: OpenFile, text: string, isLast: boolean): void {
    const bytes = strToU8(text);
    file.bytes += bytes.length;
    file.deflate.push(bytes, isLast);
  }

  async #flush(): Promise<void> {
    // Later files wait for the end of the first one, so only this pause may let other work run.
    await this.#pace.yieldIfDue();
    const made = this.#made;
    this.#made = [];
    for (const chunk of made) {
      this.bytes += chunk.length;
      await this.#write(chunk);
    }
  }
}

function cut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd8_00 && code < 0xdc_00 ? at - 1 : at;
}
