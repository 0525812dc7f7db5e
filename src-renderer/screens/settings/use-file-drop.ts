/** Fills an editor from a profile file, also fields with mistakes. The backend parses the file, which is untrusted. */
import { useState } from 'react';
import { useDrop } from '../../components/use-drop.ts';
import { asError, BackendError } from '../../backend/backend-error.ts';
import { fieldsInText, toDraftFields } from '../../stores/profile-form.ts';
import type { ParsedProfileFile } from '../../stores/profile-draft.ts';
import { useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';

/** Limit of the backend. */
const MAX_FILE_CHARACTERS = 1_000_000;
/** Bytes of UTF-8 for one UTF-16 code unit. */
const MAX_CHARACTER_BYTES = 3;

export function useFileDrop(fill: (read: ParsedProfileFile) => void) {
  const { backend } = useStores();
  const [trouble, setTrouble] = useState<string | null>(null);

  async function read(file: File): Promise<void> {
    setTrouble(null);
    const text = file.size > MAX_FILE_CHARACTERS * MAX_CHARACTER_BYTES ? null : await file.text();
    if (text === null || text.length > MAX_FILE_CHARACTERS)
      return setTrouble(`${visibleText(file.name)} is not a profile: it is too large.`);
    try {
      const profile = await backend.profiles.read.query({ text });
      // The page cannot set a secret file; only the command line uses the one in a profile file.
      fill({ fields: { ...toDraftFields(profile), clientSecretFile: '' }, fileId: profile.id, parseError: null });
    } catch (error) {
      const words = visibleText(failureWords(asError(error)));
      if (isFieldError(error)) fill({ fields: fieldsInText(text), fileId: null, parseError: words });
      else setTrouble(words);
    }
  }
  const take = (file: File) => void read(file).catch(() => setTrouble('The file could not be read.'));

  const drop = useDrop(
    ({ files: [file] }) => file !== undefined && take(file),
    ({ types }) => types.includes('Files'),
  );
  return { trouble, take, drop };
}

/** True if the file is a profile with a wrong field; its other fields are still useful. */
function isFieldError(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.data?.code !== 'BAD_PROFILE') return false;
  const { problem } = error.data.facts;
  return problem === 'wrong-field' || problem === 'unknown-field' || problem === 'secret-inside';
}
