/** A profile while it is edited. The rules for fields are in `domain/profile-fields.ts`. Never contains a secret. */
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { realmIn } from '../../src-shared/domain/profile/profile-fields.ts';
import {
  changedFields,
  checkField,
  type DraftFields,
  toDraftFields,
  NEW_PROFILE_FIELDS,
  areFieldsEqual,
  type TextField,
  textFields,
} from './profile-form.ts';

export interface ProfileDraft {
  readonly base: DraftFields;
  readonly fields: DraftFields;
  /** Fields that the user has left, or all after "Save"; their mistakes are shown. */
  readonly touchedFields: readonly TextField[];
  /** Text that tidying removed from each field. */
  readonly removedText: Partial<Readonly<Record<TextField, string>>>;
  /** A realm found in an address; offered while the realm field differs. */
  readonly foundRealm: string | null;
  /** Id from the imported file. A new profile keeps it, and with it the data stored under that id. */
  readonly fileId: ProfileId | null;
  /** Problem with the imported file, shown until the next import or save. */
  readonly fileError: string | null;
  /** The profile before the last save. The backend may still send it until it sends the saved one. */
  readonly replacedFields: DraftFields | null;
}

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

/** True if the stored profile changed since the draft began: another page or the command line saved it. */
export function isOutdated({ base, replacedFields }: ProfileDraft, profile: ConnectionProfile): boolean {
  const fields = toDraftFields(profile);
  return !areFieldsEqual(base, fields) && (replacedFields === null || !areFieldsEqual(replacedFields, fields));
}

/** `now` includes changes typed after "Save", which stay unsaved. */
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

/** Unsaved, or saved and not sent back yet. */
export function hasUnconfirmedChanges(draft: ProfileDraft, profile: ConnectionProfile | null): boolean {
  if (isDirty(draft) || profile === null) return true;
  return draft.replacedFields !== null && areFieldsEqual(draft.replacedFields, toDraftFields(profile));
}

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
/** Fields that identify what is watched and as whom. Changing one separates the draft from the imported file's id. */
const IDENTITY_FIELDS = ['eventsUrl', 'authUrl', 'realm', 'clientId'] as const satisfies readonly TextField[];

export function fillFromFile(draft: ProfileDraft, { fields, fileId, parseError }: ParsedProfileFile): ProfileDraft {
  return { ...touchAllFields(updateDraft(draft, fields)), fileId, fileError: parseError };
}

export interface ParsedProfileFile {
  readonly fields: DraftFields;
  readonly fileId: ProfileId | null;
  readonly parseError: string | null;
}

/** Call when a field loses the focus: tidies its text and shows its mistake from now on. */
export function touchField(draft: ProfileDraft, field: TextField): ProfileDraft {
  const typed = draft.fields[field];
  const check = checkField(draft.fields, field);
  const foundRealm = field === 'authUrl' ? (realmIn(typed) ?? draft.foundRealm) : draft.foundRealm;
  // An empty field that the user only passed through shows no mistake.
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

export function touchAllFields(draft: ProfileDraft): ProfileDraft {
  return { ...textFields.reduce(touchField, draft), touchedFields: textFields };
}
