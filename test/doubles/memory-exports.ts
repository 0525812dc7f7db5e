/** Keeps export files in memory, on a disk that a test can make full or slow. */
import { createHash } from 'node:crypto';
import type { ExportFile, TableFile, TableFiles } from '../../src-main/core/ports/export-files.ts';

export class MemoryExports implements TableFiles {
  /** Finished files by name. Their descriptions have the ending `.about.json`. */
  readonly files = new Map<string, string>();
  readonly bytes = new Map<string, Uint8Array>();
  readonly unfinished = new Set<string>();
  failure: Error | null = null;
  blockedUntil: Promise<void> = Promise.resolve();
  maxWriteLength = 0;

  async create(fileName: string): Promise<ExportFile> {
    this.unfinished.add(fileName);
    return new MemoryFile(this, fileName);
  }
  createTables(): Promise<TableFile> {
    return Promise.reject(new Error('tables are not written in memory'));
  }
  hrefOf(fileName: string): string | null {
    return `/exports/${fileName}`;
  }
}

class MemoryFile implements ExportFile {
  readonly path: string;
  readonly fileName: string;
  bytes = 0;
  #content = Buffer.alloc(0);
  readonly #folder: MemoryExports;

  constructor(folder: MemoryExports, fileName: string) {
    this.#folder = folder;
    this.fileName = fileName;
    this.path = `/exports-folder/${fileName}`;
  }
  async write(chunk: string | Uint8Array): Promise<void> {
    await this.#folder.blockedUntil;
    if (this.#folder.failure !== null) throw this.#folder.failure;
    this.#folder.maxWriteLength = Math.max(this.#folder.maxWriteLength, chunk.length);
    this.#content = Buffer.concat([this.#content, Buffer.from(chunk)]);
    this.bytes = this.#content.length;
  }
  async finish(about: string): Promise<void> {
    this.#folder.unfinished.delete(this.fileName);
    this.#folder.bytes.set(this.fileName, this.#content);
    this.#folder.files.set(this.fileName, this.#content.toString()).set(`${this.fileName}.about.json`, about);
  }
  async discard(): Promise<void> {
    this.#folder.unfinished.delete(this.fileName);
  }
  sha256(): string {
    return createHash('sha256').update(this.#content).digest('hex');
  }
}
