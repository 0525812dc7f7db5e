/** Codes differ at their end, so they lose words at the front. CSS does this, because every row has a code. */
import { errorMeaning } from '../words/event-words.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './ErrorCode.module.css';
import { Tooltip } from './overlay/Tooltip.tsx';
import { Untrusted } from './Untrusted.tsx';

export function ErrorCode({ code }: { code: string }) {
  const shown = visibleText(code);
  const { front, end } = codeParts(shown);
  const style: Record<string, number> = { '--characters': shown.length };
  return (
    <Tooltip label={() => codeTip(code)}>
      <span className={styles['code']} style={style} data-has-front={front !== ''} data-stored={code}>
        {front !== '' && <Untrusted className={styles['front']} text={front} truncate="end" />}
        <Untrusted className={styles['end']} text={end} truncate="front" />
      </span>
    </Tooltip>
  );
}

/** About what fits into the narrow column. */
const MAX_END_LENGTH = 24;

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
