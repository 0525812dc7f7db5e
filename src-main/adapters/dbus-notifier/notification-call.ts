/** Makes the arguments of `Notify` (Desktop Notifications Specification 1.2). Texts are shown literally. Pure. */
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { visibleText } from '../../../src-shared/lib/visible-text.ts';

/** (app_name, replaces_id, app_icon, summary, body, actions, hints, expire_timeout) */
export const NOTIFY_SIGNATURE = 'susssasa{sv}i';
export type NotifyArguments = readonly [
  application: string,
  replaces: number,
  icon: string,
  summary: string,
  body: string,
  actions: readonly string[],
  hints: readonly (readonly [name: string, value: readonly [signature: string, value: unknown]])[],
  expireTimeout: number,
];

export const DEFAULT_ACTION = 'default';
/** In ms. Some services remove even a critical notification unless its call says that it never expires. */
const EXPIRE_TIMEOUT = { never: 0, ofService: -1 } as const;
const URGENCY = { low: 0, normal: 1, critical: 2 } as const;

export interface NotifyContext {
  readonly capabilities: ReadonlySet<string>;
  readonly replaces: number;
  readonly clickLabel: string;
}

export function notifyArguments(
  notice: AlarmNotification,
  { capabilities, replaces, clickLabel }: NotifyContext,
): NotifyArguments {
  const title = visibleText(notice.title);
  const body = visibleText(notice.body, '\n');
  const hasBody = capabilities.has('body');
  return [
    'Watchfloor',
    replaces,
    iconOf(notice.severity),
    hasBody || body === '' ? title : `${title} · ${body.replaceAll('\n', ' · ')}`,
    !hasBody ? '' : capabilities.has('body-markup') ? escaped(body) : body,
    capabilities.has('actions') ? [DEFAULT_ACTION, clickLabel] : [],
    [
      ['urgency', ['y', urgencyOf(notice)]],
      ['desktop-entry', ['s', 'watchfloor']],
      ['category', ['s', categoryOf(notice.severity)]],
      // The page plays sounds. The service must stay silent unless the user enabled a sound.
      ['suppress-sound', ['b', true]],
    ],
    notice.isLasting ? EXPIRE_TIMEOUT.never : EXPIRE_TIMEOUT.ofService,
  ];
}

/** A loss of the stream must not disappear by itself while it lasts. Other updates must not alert. */
function urgencyOf({ isLasting, isUpdate }: AlarmNotification): number {
  if (isLasting) return URGENCY.critical;
  return isUpdate ? URGENCY.low : URGENCY.normal;
}

function categoryOf(severity: AlarmNotification['severity']): string {
  if (severity === 'watching') return 'network.disconnected';
  return severity === 'event' ? 'network' : 'network.error';
}

/** Names from the Icon Naming Specification, which every theme has. */
function iconOf(severity: AlarmNotification['severity']): string {
  switch (severity) {
    case 'failed':
      return 'dialog-error';
    case 'partial':
      return 'dialog-warning';
    case 'unknown':
    case 'event':
      return 'dialog-information';
    case 'watching':
      return 'network-offline';
    default:
      return assertNever(severity);
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
