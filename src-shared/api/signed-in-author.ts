import type { Author } from '../domain/cases/action.ts';
import { ACTION_LIMITS } from '../domain/cases/action-limits.ts';
import { isSignedInAuthor } from '../domain/cases/author-id.ts';
import type { SignInStatus } from './profiles.ts';

export function signedInAuthor(status: SignInStatus): Author | null {
  if (status.kind !== 'ready' || status.person === undefined || status.as === null) return null;
  const author = { id: status.person, name: status.as.trim().slice(0, ACTION_LIMITS.name).trim() };
  return author.name !== '' && isSignedInAuthor(author) ? author : null;
}
