/** Writes exports to a folder of the data directory or to a path that a command names. */
export interface ExportFile {
  readonly path: string;
  readonly fileName: string;
  /** Resolves when the file accepts more data. @throws AppError EXPORT_FAILED */
  write(data: string | Uint8Array): Promise<void>;
  /** Gives the file its final name and writes its description next to it. @throws AppError EXPORT_FAILED */
  finish(about: string): Promise<void>;
  /** Idempotent. */
  discard(): Promise<void>;
  readonly bytes: number;
  sha256(): string;
}

export interface ExportFiles {
  /** @throws AppError EXPORT_FAILED */
  create(fileName: string): Promise<ExportFile>;
  hrefOf(fileName: string): string | null;
}
