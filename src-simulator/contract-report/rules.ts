import { responseRules } from './response-rules.ts';
import type { Rule } from './rule.ts';
import { searchRules } from './search-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { streamRules } from './stream-rules.ts';

export const rules: readonly Rule[] = [...streamRules, ...signInRules, ...searchRules, ...responseRules];
