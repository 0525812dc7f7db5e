import {
  hideableActions,
  hideableScreens,
  type NeededRight,
  type PagePart,
  type PageRule,
} from '../../../src-shared/domain/profile/page-rule.ts';

/** Same limits as in `domain/page-rule-schema.ts`, which the page does not bundle. */
export const MAX_RULES = 100;
const MAX_NAME_LENGTH = 200;

export interface RuleDraft {
  /** Example: `screen:timeline`. */
  readonly hides: string;
  readonly kind: NeededRight['kind'];
  readonly resource: string;
  readonly name: string;
}

export const hideableParts: readonly PagePart[] = [
  ...hideableScreens.map((screen) => ({ kind: 'screen', screen }) as const),
  ...hideableActions.map((action) => ({ kind: 'action', action }) as const),
];

export function partKey(part: PagePart): string {
  return part.kind === 'screen' ? `screen:${part.screen}` : `action:${part.action}`;
}

export const NEW_RULE: RuleDraft = { hides: 'screen:coverage', kind: 'permission', resource: '', name: '' };

export function ruleDraft({ hides, needs }: PageRule): RuleDraft {
  return needs.kind === 'permission'
    ? { hides: partKey(hides), kind: needs.kind, resource: needs.resource, name: needs.permission }
    : { hides: partKey(hides), kind: needs.kind, resource: '', name: needs.name };
}

export function ruleOf({ hides, kind, resource, name }: RuleDraft): PageRule | null {
  const part = hideableParts.find((one) => partKey(one) === hides);
  const [right, resourceName] = [name.trim(), resource.trim()];
  if (part === undefined || !isName(right)) return null;
  if (kind !== 'permission') return { hides: part, needs: { kind, name: right } };
  return isName(resourceName) ? { hides: part, needs: { kind, resource: resourceName, permission: right } } : null;
}

function isName(text: string): boolean {
  return text !== '' && text.length <= MAX_NAME_LENGTH;
}

/** Splits `euiccs:localize`, the notation of the document and of Access, into resource and permission. */
export function typedResource(rule: RuleDraft, typed: string): RuleDraft {
  const at = typed.indexOf(':');
  if (at < 1 || rule.name !== '') return { ...rule, resource: typed };
  return { ...rule, resource: typed.slice(0, at), name: typed.slice(at + 1) };
}
