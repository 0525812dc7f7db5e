/** Says what to enter, what was tidied, or what is wrong and how to repair it. */
import type { FieldCheck, FieldProblem } from '../../../src-shared/domain/profile/profile-fields.ts';
import { checkField, invalidFields, profileFields, type TextField } from '../../stores/profile-form.ts';
import { type ProfileDraft } from '../../stores/profile-draft.ts';
import { visibleText } from '../../text/visible-text.ts';

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
  if (found !== null) return { tone: 'quiet', text: 'The sign-in address contains a realm.', fix: fixFor(found) };
  const off = removedText[field];
  if (off !== undefined)
    return {
      tone: 'good',
      text: `A pasted full address was shortened: ${visibleText(shortened(off))} removed`,
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
  const { label, request } = profileFields[field];
  const text = check.isEmpty ? request : mistakes[check.problem];
  return text ?? `${label} must be ${check.expected}.`;
}

/** Used if the mistake is shorter to explain than the expected value. */
const mistakes: Partial<Readonly<Record<FieldProblem, string>>> = {
  'no-scheme': 'Needs https:// in front.',
  'misspelt-scheme': 'The beginning is misspelt.',
  'other-scheme': 'It must begin with https://.',
  'foreign-http': 'Needs https://: http is only for this computer.',
  'user-inside': 'Remove the user name and password.',
  'query-inside': 'Remove “?” or “#” and all that follows.',
  'address-inside': 'This is a full address; enter only the realm.',
  'network-path': 'Files on a network share are not read: use a file on this computer.',
};

function hintOf({ fields }: ProfileDraft, field: TextField): string {
  const { hint = '' } = profileFields[field];
  return typeof hint === 'string' ? hint : hint(fields[field]);
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
  return { words: wrong.length === 1 ? `${fields} needs attention` : `${fields} need attention`, isOverdue };
}
