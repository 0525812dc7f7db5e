/**
 * Notes for the fields of the profile editor: what to enter, what was tidied, or what is wrong and how to repair it.
 */
import type { FieldCheck, FieldProblem } from '../../../src-shared/domain/profile-fields.ts';
import { checkField, type TextField, invalidFields } from '../../stores/draft-fields.ts';
import { type ProfileDraft } from '../../stores/profile-draft.ts';
import { visibleText } from '../../text/visible-text.ts';

export const fieldLabels: Readonly<Record<TextField, string>> = {
  name: 'Name',
  baseUrl: 'Base',
  eventsUrl: 'Events',
  authUrl: 'Auth',
  realm: 'Realm',
  clientId: 'Client id',
  clientSecretFile: 'Secret file',
  proxyAddress: 'Address of the proxy',
  heartbeatSeconds: 'Heartbeat',
  attemptSilenceMinutes: 'Attempts',
  keepFailures: 'Failures',
  keepSuccesses: 'Successes',
  keepHeartbeats: 'Heartbeats',
  keepSearches: 'Searches',
  caFile: 'Authorities',
};

const hints: Readonly<Record<TextField, string>> = {
  name: 'What you call it here. It may change at any time.',
  baseUrl: 'Permissions and search are asked here.',
  eventsUrl: '/connect/subscribe is added by Watchfloor.',
  authUrl: '/auth/realms/… is added by Watchfloor.',
  realm: 'As your provider wrote it.',
  clientId: 'Under which Watchfloor is known to the issuer.',
  clientSecretFile: 'Named by the profile file that Watchfloor was started with (--profile FILE).',
  proxyAddress: 'Such as http://proxy.example.com:3128, without user name and password.',
  heartbeatSeconds: '',
  attemptSilenceMinutes: 'An event of an eUICC after a longer silence begins another attempt.',
  keepFailures: '',
  keepSuccesses: '',
  keepHeartbeats: '',
  keepSearches: '',
  caFile: 'A PEM file with authorities to trust beside the usual ones; usually empty.',
};

const requiredHints: Partial<Readonly<Record<TextField, string>>> = {
  name: 'What do you call it?',
  baseUrl: 'Which address? Your provider gives three: base, events and auth.',
  eventsUrl: 'Which address? It is where the notification stream is.',
  authUrl: 'Which address? It is where Watchfloor signs in.',
  realm: 'Which realm? It stands after /realms/ in the address you were given.',
  clientId: 'Which client? Whoever runs the realm knows its id.',
  proxyAddress: 'Which proxy? Its address looks like http://proxy.example.com:3128.',
};

export interface FieldNote {
  readonly tone: 'quiet' | 'good' | 'wrong';
  readonly text: string;
  /** Suggestion that replaces the value of the field with one click. */
  readonly fix: { readonly text: string; readonly value: string } | null;
}

export function fieldNote(draft: ProfileDraft, field: TextField): FieldNote {
  const { fields, touchedFields, removedText, foundRealm } = draft;
  const check = checkField(fields, field);
  const found = field === 'realm' && foundRealm !== null && foundRealm !== fields.realm ? foundRealm : null;
  if (check.kind === 'wrong' && touchedFields.includes(field)) {
    const meant = found ?? check.suggestion;
    return { tone: 'wrong', text: mistakeOf(field, check), fix: meant === null ? null : fixFor(meant) };
  }
  if (found !== null) return { tone: 'quiet', text: 'The auth address had a realm in it.', fix: fixFor(found) };
  const off = removedText[field];
  if (off !== undefined)
    return {
      tone: 'good',
      text: `A pasted full address was shortened: ${visibleText(shortened(off))} taken off`,
      fix: null,
    };
  return { tone: 'quiet', text: hintOf(draft, field), fix: null };
}

/** Shortens to `/auth/…`: the first part identifies the path. */
function shortened(path: string): string {
  const second = path.indexOf('/', 1);
  return path.length <= 24 || second === -1 ? path : `${path.slice(0, second)}/…`;
}

function mistakeOf(field: TextField, check: Extract<FieldCheck, { kind: 'wrong' }>): string {
  const text = check.isEmpty ? requiredHints[field] : mistakes[check.problem];
  return text ?? `${fieldLabels[field]} must be ${check.expected}.`;
}

/** Used if the mistake is shorter to explain than the expected value. */
const mistakes: Partial<Readonly<Record<FieldProblem, string>>> = {
  'no-scheme': 'Needs https:// in front.',
  'misspelt-scheme': 'Its beginning is misspelt.',
  'other-scheme': 'It must begin with https://.',
  'foreign-http': 'Needs https://: http is for this computer alone.',
  'user-inside': 'User name and password are no part of it.',
  'query-inside': 'Nothing can stand after “?” or “#”.',
  'address-inside': 'That is a whole address.',
  'network-path': 'A file of a network share is not read: name a file on this computer.',
};

function hintOf({ fields }: ProfileDraft, field: TextField): string {
  if (field !== 'heartbeatSeconds') return hints[field];
  const seconds = Number(fields.heartbeatSeconds);
  return `Late after ${figure(seconds * 1.5)} s of silence, blind after ${figure(seconds * 2.5)} s.`;
}
function figure(seconds: number): string {
  return Number.isFinite(seconds) ? String(Number(seconds.toFixed(2))) : '…';
}

function fixFor(value: string) {
  return { text: `Use ${visibleText(value)}`, value };
}

export interface MissingFields {
  readonly words: string;
  readonly isOverdue: boolean;
}

export function missingFields(draft: ProfileDraft, isNew: boolean): MissingFields | null {
  const wrong = invalidFields(draft);
  if (wrong.length === 0) return null;
  const isOverdue = wrong.some((field) => draft.touchedFields.includes(field));
  const fields = wrong.length === 1 ? '1 field' : `${wrong.length} fields`;
  if (isNew && !isOverdue) return { words: `${fields} to fill in`, isOverdue };
  return { words: wrong.length === 1 ? `${fields} needs you` : `${fields} need you`, isOverdue };
}
