/** Computes which parts the rules of a profile hide. Hiding is not authorization: the service decides. */
import type { AccessReport } from '../../src-shared/api/access.ts';
import {
  activeHidingRules,
  type NeededRight,
  type PagePart,
  type PageRule,
} from '../../src-shared/domain/profile/page-rule.ts';
import { tokenRights } from '../../src-shared/words/right-words.ts';

export interface HiddenPart {
  /** For example `screen:data` or `action:back-up`. */
  readonly key: string;
  readonly part: PagePart;
  /** The required rights that the token lacks, in the order of the rules. Never empty. */
  readonly missingRights: readonly NeededRight[];
}

export function hiddenParts(rules: readonly PageRule[], report: AccessReport | null): HiddenPart[] {
  const parts = new Map<string, { part: PagePart; missingRights: NeededRight[] }>();
  for (const { hides, needs } of activeHidingRules(rules, report === null ? null : tokenRights(report))) {
    const key = partKey(hides);
    const existing = parts.get(key);
    if (existing === undefined) parts.set(key, { part: hides, missingRights: [needs] });
    else existing.missingRights.push(needs);
  }
  return [...parts].map(([key, part]) => ({ key, ...part }));
}

function partKey(part: PagePart): string {
  return part.kind === 'screen' ? `screen:${part.screen}` : `action:${part.action}`;
}
