import { useState } from 'react';
import type { ProfileInput } from '../../../src-shared/domain/profile/profile.ts';
import { useRequest } from '../../stores/queries/use-request.ts';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { currentHash } from '../../address/browser-address.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { asError } from '../../backend/backend-error.ts';
import { type DraftFields, toProfile, type TextField, invalidFields } from '../../stores/profile-form.ts';
import {
  touchAllFields,
  updateDraft,
  type ParsedProfileFile,
  fillFromFile,
  isDirty,
  isOutdated,
  touchField,
  type ProfileDraft,
  savedDraft,
} from '../../stores/profile-draft.ts';
import { currentDraft, NEW_PROFILE } from '../../stores/profiles-store.ts';
import { useProfiles, useStores } from '../../stores/use-stores.ts';
import { fieldId } from './Field.tsx';
import { storeTypedSecret } from './sign-in/store-typed-secret.ts';
import type { TypedSecret } from './sign-in/typed-secret.ts';

/** `entry` is null if the profile was never saved or is not in the list yet. */
export function useProfileEditor(id: string, entry: ProfileEntry | null, secret: TypedSecret) {
  const stores = useStores();
  const { backend, profiles: store } = stores;
  const profile = entry?.profile ?? null;
  const storedDraft = useProfiles(({ drafts }) => drafts.get(id));
  const draft = currentDraft(storedDraft, profile);
  const saving = useRequest();
  const [secretError, setSecretError] = useState<Error | null>(null);
  const wrong = invalidFields(draft);

  /** Reads the store directly, because two changes may arrive before the next render. */
  const draftNow = () => currentDraft(store.getState().drafts.get(id), profile);
  function edit(next: (draft: ProfileDraft) => ProfileDraft): void {
    store.setDraft(id, next(draftNow()));
  }
  function goToMistake(): void {
    edit(touchAllFields);
    const first = invalidFields(draft)[0];
    if (first !== undefined) document.getElementById(fieldId(first))?.focus();
  }

  async function saveProfile(edited: ProfileInput): Promise<ProfileId> {
    if (entry === null) {
      const named = draft.fileId === null ? edited : { ...edited, id: draft.fileId };
      return (await backend.profiles.save.mutate({ id: null, profile: named })).id;
    }
    if (isDirty(draft)) await backend.profiles.save.mutate({ id: entry.id, profile: edited });
    return entry.id;
  }

  /** @returns the id of the saved profile; null if it was not saved */
  async function save(keepsSecret: boolean): Promise<ProfileId | null> {
    const edited = toProfile(draft.fields);
    if (saving.isRunning) return null;
    if (edited === null) {
      goToMistake();
      return null;
    }
    const address = currentHash();
    const saved: { id: ProfileId | null } = { id: null };
    setSecretError(null);
    await saving.run(async () => {
      const savedAs = await saveProfile(edited);
      store.markSaved(id, savedAs, savedDraft(draft, profile, draftNow()), stores.now());
      saved.id = savedAs;
      // Does not navigate if the user has left the editor meanwhile.
      if (id === NEW_PROFILE && currentHash() === address)
        goTo(hrefOf('settings', { profile: savedAs }), { replace: true });
      if (keepsSecret)
        await storeTypedSecret(backend, savedAs, secret).catch((error: unknown) => setSecretError(asError(error)));
    });
    return saved.id;
  }

  return {
    draft,
    wrong,
    isDirty: isDirty(draft),
    isOutdated: profile !== null && isDirty(draft) && isOutdated(draft, profile),
    isSaving: saving.isRunning,
    error: saving.error,
    /** Why the typed secret was not stored, although the profile was saved. */
    secretError,
    goToMistake,
    save,
    change: (part: Partial<DraftFields>) => edit((before) => updateDraft(before, part)),
    touch: (field: TextField) => edit((before) => touchField(before, field)),
    fix: (field: TextField, value: string) =>
      edit((before) => touchField(updateDraft(before, { [field]: value }), field)),
    fill: (read: ParsedProfileFile) => edit((before) => fillFromFile(before, read)),
    revert: () => {
      saving.clearError();
      setSecretError(null);
      store.setDraft(id, null);
    },
  };
}
export type ProfileEditing = ReturnType<typeof useProfileEditor>;
