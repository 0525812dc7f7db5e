import type { AppErrorDetails } from '../../api/errors.ts';
import { MANAGED_WORDS, type PolicySettingName, policySettings } from '../../domain/policy/policy-settings.ts';
import type { ProblemTable } from '../error-parts.ts';

export function managedWords(setting: PolicySettingName, values: readonly string[]): string {
  const named = values.length === 0 ? 'none' : values.join(', ');
  return `${MANAGED_WORDS}: ${policySettings[setting].rule}: ${named}.`;
}

export function policyDamageWords(facts: AppErrorDetails['POLICY_DAMAGED']): string {
  const { place, problem, setting = '', expected = '', detail } = facts;
  const problems: ProblemTable<'POLICY_DAMAGED'> = {
    unreadable: `it cannot be read${detail === undefined ? '' : ` (${detail})`}`,
    'not-json': 'it is not valid JSON',
    'not-an-object': 'it is not one object with settings',
    'unknown-setting': `it has the unknown setting “${setting}”; known are ${expected}`,
    'wrong-setting': `“${setting}” must be ${expected}`,
  };
  return `${MANAGED_WORDS}, but the policy (${place}) cannot be used: ${problems[problem]}. Until your administrator corrects it and Watchfloor is started again, what is stored is shown, and nothing is received, sent, exported or changed.`;
}
