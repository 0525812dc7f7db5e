/** A profile as a form gives it, under the id that it is kept by. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import {
  type ConnectionProfile,
  connectionProfileSchema,
  type ProfileInput,
} from '../../../src-shared/domain/profile.ts';

/** @throws AppError BAD_PROFILE, such as for a file that is not named whole */
export function connectionProfileOf(input: ProfileInput, id: ProfileId): ConnectionProfile {
  const parsed = connectionProfileSchema.safeParse({ ...input, id });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw appError('BAD_PROFILE', {
    path: 'that was typed',
    problem: 'wrong-field',
    field,
    expected: issue?.message ?? 'a profile',
  });
}
