/** Where exports are written to: a folder of the data directory, or a path that a command names. */
export interface ExportFile {
  /** Absolute, as it will be called when it is whole. */
  readonly path: string;
  readonly fileName: string;
  /** Resolves when there is room for more. @throws AppError EXPORT_FAILED */
  write(piece: string | Uint8Array): Promise<void>;
  /** Gives the file its name, with what is told about it beside it. @throws AppError EXPORT_FAILED */
  finish(about: string): Promise<void>;
  /** Leaves nothing behind. Idempotent. */
  discard(): Promise<void>;
  readonly bytes: number;
  /** Of what was written so far, hex. */
  sha256(): string;
}

export interface ExportFiles {
  /** @throws AppError EXPORT_FAILED */
  create(fileName: string): Promise<ExportFile>;
  /** Under which a browser gets a finished file of this name; `null` where this host gives none. */
  hrefOf(fileName: string): string | null;
}
