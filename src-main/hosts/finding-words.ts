/** Describes a finding in a terminal. Names a command where the page shows a button. */
import type { Finding, FindingKey } from '../../src-shared/api/connection-findings.ts';
import { findingWords, type FindingWords } from '../../src-shared/words/connection-test-words.ts';

const COMMANDS: Partial<Readonly<Record<FindingKey, string>>> = {
  'secret-first': 'Store it with `watchfloor secret set --profile FILE`, then test again.',
  'sign-in-first': 'Sign in with `watchfloor sign-in --profile FILE`, then test again.',
  'sign-in-ended': 'Sign in again with `watchfloor sign-in --profile FILE`.',
};

const FIELD_LOCATION = 'It is “clientAuthentication” in the profile file.';

export function terminalFindingWords(finding: Finding): FindingWords {
  const words = findingWords(finding);
  const remedy = COMMANDS[finding.key] ?? words.remedy;
  return { ...words, remedy: finding.key === 'client-refused' ? `${remedy} ${FIELD_LOCATION}` : remedy };
}
