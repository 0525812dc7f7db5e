/** Support packs of one watch: what the provider's support needs to examine a failure, masked as requested. */
import type { PackPreview, PackQuery, SavedPack } from '../../../src-shared/api/reports.ts';

export interface SupportPacks {
  /** @throws AppError NO_CASE, STORE_… */
  preview(query: Omit<PackQuery, 'watch'>, signal?: AbortSignal): Promise<PackPreview>;
  text(query: Omit<PackQuery, 'watch'>, signal?: AbortSignal): Promise<{ readonly text: string }>;
  save(query: Omit<PackQuery, 'watch'>, signal?: AbortSignal): Promise<SavedPack>;
}
