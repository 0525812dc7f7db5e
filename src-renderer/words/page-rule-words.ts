/** What page rules say, in words. Names of rights are from outside: whoever shows them makes them visible text. */
import type { NeededRight, PagePart } from '../../src-shared/domain/page-rule.ts';

const screenNames = {
  timeline: 'Timeline',
  localizations: 'Localizations',
  requests: 'Requests',
  subscriptions: 'Subscriptions',
  coverage: 'Coverage',
  report: 'Shift report',
  data: 'Data',
} as const;
/** As on the buttons. */
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

export function partName(part: PagePart): string {
  return part.kind === 'screen' ? screenNames[part.screen] : actionNames[part.action];
}

/** Of which sort the right is: `permission`. */
export const rightKindNames = {
  permission: 'permission',
  solution: 'solution',
  role: 'role',
  'access-right': 'access right',
} as const satisfies Record<NeededRight['kind'], string>;

/** `users:READ` */
function needName(needs: NeededRight): string {
  return needs.kind === 'permission' ? `${needs.resource}:${needs.permission}` : needs.name;
}

/** `permission users:READ, role NOC_OPERATOR` */
export function missingRightsWords(lacks: readonly NeededRight[]): string {
  return lacks.map((needs) => `${rightKindNames[needs.kind]} ${needName(needs)}`).join(', ');
}

/** Beside its name: where it is missing. */
export function hiddenStateWords(part: PagePart): string {
  return part.kind === 'screen' ? 'the screen is not in the rail' : 'is not offered';
}

/** Where what a rule hides would stand. */
export function hiddenWords(part: PagePart, lacks: readonly NeededRight[]): string {
  return `${partName(part)} is hidden here: the token lacks ${missingRightsWords(lacks)}.`;
}
