import type { Log } from '../../../src-main/core/ports/log.ts';

export class RecordingLog implements Log {
  readonly entries: { message: string; fields: Record<string, unknown> }[] = [];

  info(message: string, fields: Record<string, unknown> = {}): void {
    this.entries.push({ message, fields });
  }
  warn(message: string, fields: Record<string, unknown> = {}): void {
    this.entries.push({ message, fields });
  }
  error(message: string, fields: Record<string, unknown> = {}): void {
    this.entries.push({ message, fields });
  }
}
