import type { ExportFile } from '../ports/export-files.ts';

/**
 * Gives the file its name when it is written, with what is told about it beside it; whatever ends it early leaves nothing
 * behind. @throws AppError EXPORT_FAILED; what `write` throws; the signal's reason
 */
export async function writeAtomically<About>(
  file: ExportFile,
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
