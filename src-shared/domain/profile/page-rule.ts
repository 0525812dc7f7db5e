/**
 * `docs/service.md` §2.4 does not define which right anything needs, so there are no rules by default. Hiding is a
 * convenience, never authorization. Nothing is hidden while the rights are not known.
 */
import { assertNever } from '../../lib/assert-never.ts';

/** Watch shows the present state; Access and Settings show what is hidden and can undo it, so they cannot be hidden. */
export const hideableScreens = [
  'timeline',
  'localizations',
  'requests',
  'subscriptions',
  'coverage',
  'report',
  'data',
] as const;
export const hideableActions = [
  'export-events',
  'save-views',
  'mark-seen',
  'back-up',
  'load-all',
  'export-subscriptions',
  'check-inventory',
  'own-cases',
  'support-packs',
] as const;

export type PagePart =
  | { readonly kind: 'screen'; readonly screen: (typeof hideableScreens)[number] }
  | { readonly kind: 'action'; readonly action: (typeof hideableActions)[number] };

export type NeededRight =
  | { readonly kind: 'permission'; readonly resource: string; readonly permission: string }
  | { readonly kind: 'solution'; readonly name: string }
  | { readonly kind: 'role'; readonly name: string }
  | { readonly kind: 'access-right'; readonly name: string };

export interface PageRule {
  readonly hides: PagePart;
  readonly needs: NeededRight;
}

export interface TokenRights {
  readonly permissions: Readonly<Record<string, unknown>>;
  readonly solutions: readonly string[];
  readonly roles: readonly string[];
  readonly accessRights: readonly string[];
}

/** Returns the rules whose right is not held, in order; none while rights are not known (`null`). */
export function activeHidingRules(rules: readonly PageRule[], rights: TokenRights | null): PageRule[] {
  return rights === null ? [] : rules.filter(({ needs }) => !hasRight(needs, rights));
}

function hasRight(needs: NeededRight, rights: TokenRights): boolean {
  switch (needs.kind) {
    case 'permission': {
      // Only own properties, as in `permission.ts`.
      const entry = Object.hasOwn(rights.permissions, needs.resource) ? rights.permissions[needs.resource] : undefined;
      return Array.isArray(entry) && entry.includes(needs.permission);
    }
    case 'solution':
      return rights.solutions.includes(needs.name);
    case 'role':
      return rights.roles.includes(needs.name);
    case 'access-right':
      return rights.accessRights.includes(needs.name);
    default:
      return assertNever(needs);
  }
}
