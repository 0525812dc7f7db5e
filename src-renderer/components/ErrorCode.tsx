/**
 * An error code, quiet beside the words that say what it means. Codes differ at their end, so where there is no room they
 * lose their front: whole words of it, by the style sheet alone, since a code stands in every row.
 */
import { errorMeaning } from '../words/event-words.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './ErrorCode.module.css';
import { Tooltip } from './Tooltip.tsx';
import { Untrusted } from './Untrusted.tsx';

export function ErrorCode({ code }: { code: string }) {
  const shown = visibleText(code);
  const { front, end } = codeParts(shown);
  const style: Record<string, number> = { '--characters': shown.length };
  return (
    <Tooltip label={() => codeTip(code)}>
      <span className={styles['code']} style={style} data-has-front={front !== ''}>
        {front !== '' && (
          <span className={styles['front']}>
            <Untrusted text={front} truncate="end" />
          </span>
        )}
        <span className={styles['end']}>
          <Untrusted text={end} truncate="front" />
        </span>
      </span>
    </Tooltip>
  );
}

/** About what has room in the narrow column. */
const MAX_END_LENGTH = 24;

/** The end is as many of the last words as have room, and one at least. */
function codeParts(code: string): { front: string; end: string } {
  const words = code.split(/(?<=_)/);
  let end = words.pop() ?? '';
  while (words.length > 0 && (words.at(-1) ?? '').length + end.length <= MAX_END_LENGTH)
    end = (words.pop() ?? '') + end;
  return { front: words.join(''), end };
}

function codeTip(code: string): string {
  return `${visibleText(code)}\n${errorMeaning(code) ?? "This code is not in the provider's document."}`;
}
