/** The fleet policy for the controls of the page. The backend refuses what it forbids, whatever the page shows. */
import { useMemo } from 'react';
import { type MaskedField, maskedFields } from '../../../src-shared/domain/event/masked-fields.ts';
import type { PolicySettingName } from '../../../src-shared/domain/policy/policy-settings.ts';
import { policyDamageWords, managedWords } from '../../../src-shared/words/policy/policy-words.ts';
import { useHost } from './use-query.ts';

/** Returns a sentence about those of the settings that are locked; null if none is. A damaged policy locks all. */
export function useManaged(...settings: readonly PolicySettingName[]): string | null {
  const policy = useHost()?.policy;
  if (policy === undefined || policy.kind === 'none') return null;
  if (policy.kind === 'damaged')
    return policy.error.code === 'POLICY_DAMAGED' ? policyDamageWords(policy.error.facts) : null;
  const words = settings.flatMap((setting) => {
    const values = policy.locked[setting];
    return values === undefined ? [] : [managedWords(setting, values)];
  });
  return words.length === 0 ? null : words.join(' ');
}

const NONE: readonly MaskedField[] = [];

/** Values that every export masks. The same list while the policy stays the same. */
export function useRequiredMasks(): readonly MaskedField[] {
  const policy = useHost()?.policy;
  return useMemo(() => {
    if (policy?.kind === 'damaged') return maskedFields;
    const required = policy?.kind === 'valid' ? policy.locked.masks : undefined;
    return required === undefined ? NONE : maskedFields.filter((field) => required.includes(field));
  }, [policy]);
}

export function useMayExport(): boolean {
  const policy = useHost()?.policy;
  return policy?.kind === 'damaged' ? false : policy?.kind !== 'valid' || policy.mayExport;
}

export function withRequired(masks: readonly MaskedField[], required: readonly MaskedField[]): MaskedField[] {
  return [...new Set([...masks, ...required])];
}
