/** Classifies an update error by the codes of `electron-updater` and of the system. Pure. */
import type { UpdateProblem } from '../../../../src-shared/api/desktop.ts';
import { errorCodeOf } from '../../../../src-shared/lib/error-code.ts';

/** The download is not the published file, or is not signed by the publisher. */
const SIGNATURE = new Set(['ERR_UPDATER_INVALID_SIGNATURE', 'ERR_UPDATER_NO_CHECKSUM', 'ERR_CHECKSUM_MISMATCH']);
const DISK = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

export function updateProblem(error: Error): UpdateProblem {
  const code = errorCodeOf(error);
  // Squirrel on macOS reports messages without codes.
  if (SIGNATURE.has(code) || /code signature|checksum mismatch/i.test(error.message)) return 'signature';
  if (DISK.has(code)) return 'install';
  if (/^HTTP_ERROR_|^E[A-Z]+$/.test(code) || error.message.startsWith('net::ERR_')) return 'unreachable';
  // All other codes of the updater mean that the content of the feed is wrong or missing.
  if (code.startsWith('ERR_UPDATER_') || error.name === 'YAMLException') return 'not-a-feed';
  return 'unknown';
}
