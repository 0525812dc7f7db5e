import type { ExportFile } from '../ports/export-files.ts';

/** Leaves no file if anything fails. @throws AppError EXPORT_FAILED; what `write` throws; the signal's reason */
export async function writeAtomically<About>(
  file: Pick<ExportFile, 'finish' | 'discard'>,
  write: () => Promise<About>,
  signal: AbortSignal,
): Promise<About> {
  try {
    const about = await write();
    signal.throwIfAborted();
    await file.finish(`${JSON.stringify(about, null, 2)}\n`);
    return about;
  } catch (error) {
    await file.discard();
    throw error;
  }
}
