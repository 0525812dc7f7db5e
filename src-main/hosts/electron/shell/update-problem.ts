/** What went wrong with an update, by the codes of `electron-updater` and of the system: pure. */
import type { UpdateProblem } from '../../../../src-shared/api/desktop.ts';

/** What was loaded is not what was published, or not by whom it must be. */
const SIGNATURE = new Set(['ERR_UPDATER_INVALID_SIGNATURE', 'ERR_UPDATER_NO_CHECKSUM', 'ERR_CHECKSUM_MISMATCH']);
const DISK = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

export function updateProblem(error: Error): UpdateProblem {
  const code = 'code' in error ? String(error.code) : '';
  // Squirrel of macOS has words and no codes.
  if (SIGNATURE.has(code) || /code signature|checksum mismatch/i.test(error.message)) return 'signature';
  if (DISK.has(code)) return 'install';
  if (/^HTTP_ERROR_|^E[A-Z]+$/.test(code) || error.message.startsWith('net::ERR_')) return 'unreachable';
  // Its other codes are about what the feed says, or does not have.
  if (code.startsWith('ERR_UPDATER_') || error.name === 'YAMLException') return 'not-a-feed';
  return 'unknown';
}
