/** How components do something about cases: the person is asked for where nobody said, and what was not stored is told. */
import { useRef, useState } from 'react';
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

/** What is pressed twice is meant once: the board that says what came of it is a moment behind. */
const TWICE_MS = 1_000;
const NOTHING = { said: '', at: -Infinity };

export function useAct(): Acting {
  const stores = useStores();
  const { backend, board } = stores;
  const askAuthor = useAuthor();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const [isActing, setActing] = useState(false);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const latest = useRef(NOTHING);

  async function act(subjects: readonly (CaseKey | CauseKey)[], deed: Deed, text = ''): Promise<boolean> {
    if (watch === null || subjects.length === 0) return false;
    const said = JSON.stringify([watch, subjects, deed.kind, text]);
    if (latest.current.said === said && stores.now() < latest.current.at + TWICE_MS) return false;
    latest.current = { said, at: Infinity };
    // Before anybody is asked who it is: what fails meanwhile is not meant.
    const seenSeq = board.getState().board?.upTo;
    const author = await askAuthor();
    if (author === null) {
      latest.current = NOTHING;
      return false;
    }
    setActing(true);
    setTrouble(null);
    try {
      const seen = seenSeq === undefined ? null : { seenSeq };
      await backend.cases.act({ watch, author, subjects: [...subjects], deed, text, ...seen });
      latest.current = { said, at: stores.now() };
      return true;
    } catch (error) {
      latest.current = NOTHING;
      setTrouble(asError(error));
      return false;
    } finally {
      setActing(false);
    }
  }
  return { act, isActing, trouble, forgetTrouble: () => setTrouble(null) };
}
