/** Shows the last twelve digits, all on hover. Invisible characters are escaped; the copy is as received. */
import { shortIdParts } from '../text/short-id.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './ShortId.module.css';
import { Tooltip } from './overlay/Tooltip.tsx';
import { copiedWords, useCopy } from './controls/use-copy.ts';

/** `isFull` shows the complete value with a muted front. */
export function ShortId({ value, name, isFull = false }: { value: string; name: string; isFull?: boolean }) {
  const { copied, copy } = useCopy(value);
  const shown = visibleText(value);
  const { front, groups } = shortIdParts(shown);
  return (
    <Tooltip label={() => `${name} ${shown}\nClick to copy`}>
      <button
        type="button"
        className={styles['id']}
        // For the pointer only; the open event offers the same by keyboard.
        tabIndex={-1}
        data-printed
        data-stored={value}
        onClick={(event) => {
          event.stopPropagation();
          copy();
        }}
      >
        <bdi dir="ltr" className={styles['drawn']} data-copied={copied} aria-hidden="true">
          {front !== '' && <span className="quiet">{isFull ? front : '…'}</span>}
          {groups.map((group, index) => (
            <span key={index} className={styles['group']}>
              {group}
            </span>
          ))}
        </bdi>
        {copied !== 'no' && <span className="covers text-face">{copiedWords(copied, '')}</span>}
        <span className="visually-hidden">{`${name} ${shown}`}</span>
      </button>
    </Tooltip>
  );
}
