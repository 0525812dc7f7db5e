/** How components do something about cases: the person is asked for where nobody said, and what was not stored is told. */
import { useState } from 'react';
import type { Deed } from '../../../src-shared/domain/case-fact.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/case-keys.ts';
import { asError } from '../../backend/backend-error.ts';
import { useAuthor } from '../../stores/use-author.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';

export interface Acting {
  /** `true` where it was stored. */
  readonly act: (subjects: readonly (CaseKey | CauseKey)[], deed: Deed, text?: string) => Promise<boolean>;
  readonly isActing: boolean;
  /** Why the last was not stored; `null` where it was. */
  readonly trouble: Error | null;
  readonly forgetTrouble: () => void;
}

export function useAct(): Acting {
  const { backend, board } = useStores();
  const askAuthor = useAuthor();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const [isActing, setActing] = useState(false);
  const [trouble, setTrouble] = useState<Error | null>(null);

  async function act(subjects: readonly (CaseKey | CauseKey)[], deed: Deed, text = ''): Promise<boolean> {
    if (watch === null || subjects.length === 0) return false;
    // Before anybody is asked who it is: what fails meanwhile is not meant.
    const seenSeq = board.getState().board?.upTo;
    const author = await askAuthor();
    if (author === null) return false;
    setActing(true);
    setTrouble(null);
    try {
      const seen = seenSeq === undefined ? null : { seenSeq };
      await backend.cases.act({ watch, author, subjects: [...subjects], deed, text, ...seen });
      return true;
    } catch (error) {
      setTrouble(asError(error));
      return false;
    } finally {
      setActing(false);
    }
  }
  return { act, isActing, trouble, forgetTrouble: () => setTrouble(null) };
}
