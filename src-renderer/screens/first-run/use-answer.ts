/** What the backend answers to a question that has no need to be followed. Asked again when the wire is back. */
import { useEffect, useState } from 'react';
import { useWatch } from '../../stores/use-stores.ts';

/** @param ask one function for as long as it is the same question. Without an answer it stays at `unanswered`. */
export function useAnswer<T>(ask: () => Promise<T>, unanswered: T): T {
  const [answer, setAnswer] = useState(unanswered);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  useEffect(() => {
    if (isAnswering) ask().then(setAnswer, () => undefined);
  }, [ask, isAnswering]);
  return answer;
}
