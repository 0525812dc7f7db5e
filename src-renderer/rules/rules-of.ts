/** The page rules of one profile among all; none where it is not kept, or its file cannot be understood. */
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import type { PageRule } from '../../src-shared/domain/page-rule.ts';

const NONE: readonly PageRule[] = [];

export function rulesOf(entries: readonly ProfileEntry[] | null, id: ProfileId | undefined): readonly PageRule[] {
  return entries?.find((entry) => entry.id === id)?.profile?.pageRules ?? NONE;
}
