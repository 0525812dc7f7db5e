/** Support packs of one watch: what the provider's support needs to look into a failure, masked as somebody wants it. */
import type { PackPreview, PackQuery, SavedPack } from '../../../src-shared/api/reports.ts';

export interface SupportPacks {
  /** @throws AppError NO_CASE, STORE_… */
  preview(query: Omit<PackQuery, 'watch'>, signal?: AbortSignal): Promise<PackPreview>;
  /** The whole report as plain text. */
  text(query: Omit<PackQuery, 'watch'>, signal?: AbortSignal): Promise<{ readonly text: string }>;
  /** Writes the zip. @throws AppError EXPORT_FAILED */
  save(query: Omit<PackQuery, 'watch'>, signal?: AbortSignal): Promise<SavedPack>;
}
