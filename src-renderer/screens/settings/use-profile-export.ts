import { useState } from 'react';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { useStores } from '../../stores/use-stores.ts';

/** @returns `words`: shown instead of "Export" after a failure */
export function useProfileExport(id: ProfileId): { save: () => void; words: string | null } {
  const { backend } = useStores();
  const [words, setWords] = useState<string | null>(null);
  async function save(): Promise<void> {
    setWords(null);
    try {
      const { fileName, text } = await backend.profiles.fileText.query({ id });
      const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = fileName;
      link.click();
      URL.revokeObjectURL(address);
    } catch {
      setWords('Not exported. Try again');
    }
  }
  return { save: () => void save(), words };
}
