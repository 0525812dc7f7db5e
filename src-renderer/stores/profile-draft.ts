/**
 * A profile while it is typed: texts as they stand in their fields, which of them were left, and what was tidied. What
 * may stand in a field `domain/profile-fields.ts` tells, here as in the file and the backend. It never holds a secret.
 */
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { realmIn } from '../../src-shared/domain/profile-fields.ts';
import {
  changedFields,
  checkField,
  type DraftFields,
  toDraftFields,
  NEW_PROFILE_FIELDS,
  areFieldsEqual,
  type TextField,
  textFields,
} from './draft-fields.ts';

export interface ProfileDraft {
  /** What was there before anything was typed. */
  readonly base: DraftFields;
  readonly fields: DraftFields;
  /** Left once, or asked for by "Save": their mistakes are said. */
  readonly touchedFields: readonly TextField[];
  /** What was taken off a field's text when it was left last. */
  readonly removedText: Partial<Readonly<Record<TextField, string>>>;
  /** A realm that stood in an address; offered while the realm is another. */
  readonly foundRealm: string | null;
  /** Of the file that it was filled from: a new one keeps it, and with it what is stored under it. */
  readonly fileId: ProfileId | null;
  /** What is wrong with that file, said until the next is read or it is saved. */
  readonly fileError: string | null;
  /** Saved a moment ago: what the backend may still tell until it tells of that. */
  readonly replacedFields: DraftFields | null;
}

/** @param profile as it is kept; `null`: a new one */
export function createDraft(profile: ConnectionProfile | null): ProfileDraft {
  const fields = profile === null ? NEW_PROFILE_FIELDS : toDraftFields(profile);
  return {
    base: fields,
    fields,
    touchedFields: [],
    removedText: {},
    foundRealm: null,
    fileId: null,
    fileError: null,
    replacedFields: null,
  };
}

export function isDirty({ base, fields }: Pick<ProfileDraft, 'base' | 'fields'>): boolean {
  return !areFieldsEqual(base, fields);
}

/** What is kept is no longer what the draft began with: it was saved by another page, or by the command line. */
export function isOutdated({ base, replacedFields }: ProfileDraft, profile: ConnectionProfile): boolean {
  const told = toDraftFields(profile);
  return !areFieldsEqual(base, told) && (replacedFields === null || !areFieldsEqual(replacedFields, told));
}

/**
 * As it is once it was saved.
 * @param replaces what was kept before; `null`: nothing
 * @param now with what was typed since "Save", which is not saved
 */
export function savedDraft(draft: ProfileDraft, replaces: ConnectionProfile | null, now = draft): ProfileDraft {
  const { fields, removedText } = touchAllFields(draft);
  return {
    base: fields,
    fields: { ...fields, ...changedFields(draft.fields, now.fields) },
    touchedFields: [],
    removedText,
    foundRealm: null,
    fileId: null,
    fileError: null,
    replacedFields: replaces === null ? null : toDraftFields(replaces),
  };
}

/** Not said by what the backend tells of: unsaved, or saved a moment ago. @param profile as it is kept */
export function hasUnconfirmedChanges(draft: ProfileDraft, profile: ConnectionProfile | null): boolean {
  if (isDirty(draft) || profile === null) return true;
  return draft.replacedFields !== null && areFieldsEqual(draft.replacedFields, toDraftFields(profile));
}

/** Something was typed or chosen. */
export function updateDraft(draft: ProfileDraft, part: Partial<DraftFields>): ProfileDraft {
  const typed = textFields.filter((field) => part[field] !== undefined);
  const removedText = Object.fromEntries(
    Object.entries(draft.removedText).filter(([field]) => !typed.some((one) => one === field)),
  );
  const isOther = IDENTITY_FIELDS.some((field) => part[field] !== undefined && part[field] !== draft.fields[field]);
  return {
    ...draft,
    fields: { ...draft.fields, ...part },
    removedText,
    fileId: isOther ? null : draft.fileId,
  };
}
/** What it watches and as whom: with one of them changed it is no longer who the file says. */
const IDENTITY_FIELDS = ['eventsUrl', 'authUrl', 'realm', 'clientId'] as const satisfies readonly TextField[];

/** What a file says, mistakes and all. */
export function fillFromFile(draft: ProfileDraft, { fields, fileId, parseError }: ParsedProfileFile): ProfileDraft {
  return { ...touchAllFields(updateDraft(draft, fields)), fileId, fileError: parseError };
}

/** What was read of a file, and what is wrong with it; `fileId` is `null` where it has none that can be trusted. */
export interface ParsedProfileFile {
  readonly fields: DraftFields;
  readonly fileId: ProfileId | null;
  readonly parseError: string | null;
}

/** The focus has gone on from a field: it is tidied, and a mistake in it is said from now on. */
export function touchField(draft: ProfileDraft, field: TextField): ProfileDraft {
  const typed = draft.fields[field];
  const check = checkField(draft.fields, field);
  const foundRealm = field === 'authUrl' ? (realmIn(typed) ?? draft.foundRealm) : draft.foundRealm;
  // Nobody is blamed for a field through which they only passed.
  const isPassed = check.kind === 'wrong' && check.isEmpty && draft.base[field] === '';
  const leftFields =
    isPassed || draft.touchedFields.includes(field) ? draft.touchedFields : [...draft.touchedFields, field];
  if (check.kind === 'wrong' || check.value === typed) return { ...draft, touchedFields: leftFields, foundRealm };
  const { [field]: _before, ...others } = draft.removedText;
  return {
    ...draft,
    fields: { ...draft.fields, [field]: check.value },
    removedText: check.removedText === null ? others : { ...others, [field]: check.removedText },
    touchedFields: leftFields,
    foundRealm,
  };
}

/** "Save" was pressed: every mistake is said. */
export function touchAllFields(draft: ProfileDraft): ProfileDraft {
  return { ...textFields.reduce(touchField, draft), touchedFields: textFields };
}
