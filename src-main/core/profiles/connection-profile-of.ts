/** Validates the profile from a form under the id that it is stored with. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import {
  type ConnectionProfile,
  connectionProfileSchema,
  type ProfileInput,
} from '../../../src-shared/domain/profile/profile.ts';

/** @throws AppError BAD_PROFILE, for example if a file path is not absolute */
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
