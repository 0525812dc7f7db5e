/** An error code, quiet beside the words that say what it means. Codes differ at their end, so they lose their front. */
import { errorMeaning } from '../words/event-words.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './Code.module.css';
import { Tip } from './Tip.tsx';
import { Untrusted } from './Untrusted.tsx';

export function Code({ code }: { code: string }) {
  return (
    <Tip label={() => codeTip(code)}>
      <span className={styles['code']}>
        <Untrusted text={code} lose="front" />
      </span>
    </Tip>
  );
}

function codeTip(code: string): string {
  return `${visibleText(code)}\n${errorMeaning(code) ?? "This code is not in the provider's document."}`;
}
