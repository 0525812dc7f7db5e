import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { fileErrorCode, FILE_PROBLEMS } from '../files/database-error.ts';

export function vaultError(cause: unknown, path: string): unknown {
  if (cause instanceof AppError) return cause;
  const code = fileErrorCode(cause);
  const problem = code === 'ENOENT' ? 'folder' : FILE_PROBLEMS.get(code);
  if (problem === undefined) return cause;
  // A folder, a link or a pipe at this path is no vault.
  return problem === 'damaged' || problem === 'not-a-file'
    ? appError('VAULT_DAMAGED', { path }, { cause })
    : appError('STORE_UNWRITABLE', { path, problem, detail: code }, { cause });
}
