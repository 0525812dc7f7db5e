/** Texts for page rules. Names of rights come from the profile; the caller passes them through `visibleText`. */
import type { NeededRight, PagePart } from '../../src-shared/domain/profile/page-rule.ts';

const screenNames = {
  timeline: 'Timeline',
  localizations: 'Localizations',
  requests: 'Requests',
  subscriptions: 'Subscriptions',
  coverage: 'Coverage',
  report: 'Shift report',
  data: 'Data',
} as const;
/** Same words as on the buttons. */
const actionNames = {
  'export-events': 'Export events',
  'save-views': 'Save views',
  'mark-seen': 'Mark as seen',
  'back-up': 'Make a copy',
  'load-all': 'Load all subscriptions',
  'export-subscriptions': 'Export subscriptions',
  'check-inventory': 'Check inventory',
  'own-cases': 'Take, note, done, mute',
  'support-packs': 'Support packs',
} as const;

export const HIDING_NOTE = 'Hiding protects nothing: the service decides on each request.';

export function partName(part: PagePart): string {
  return part.kind === 'screen' ? screenNames[part.screen] : actionNames[part.action];
}

export const rightKindNames = {
  permission: 'permission',
  solution: 'solution',
  role: 'role',
  'access-right': 'access right',
} as const satisfies Record<NeededRight['kind'], string>;

function requiredRightName(right: NeededRight): string {
  return right.kind === 'permission' ? `${right.resource}:${right.permission}` : right.name;
}

export function missingRightsWords(missing: readonly NeededRight[]): string {
  return missing.map((right) => `${rightKindNames[right.kind]} ${requiredRightName(right)}`).join(', ');
}

export function hiddenStateWords(part: PagePart): string {
  return part.kind === 'screen' ? 'the screen is not in the rail' : 'is hidden';
}

export function hiddenWords(part: PagePart, missing: readonly NeededRight[]): string {
  return `${partName(part)} is hidden here: the token lacks ${missingRightsWords(missing)}.`;
}
