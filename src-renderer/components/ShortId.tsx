/**
 * An identifier in a row: its last twelve digits, whole on hover, copied with one click. It shows characters that hide as
 * escapes; what it copies is the value as received.
 */
import { shortIdParts } from '../text/short-id.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './ShortId.module.css';
import { Tooltip } from './Tooltip.tsx';
import { copiedWords, useCopy } from './use-copy.ts';

/** @param name what it is, such as "EID" @param whole there is room for all of it; its front is quiet */
export function ShortId({ value, name, isFull = false }: { value: string; name: string; isFull?: boolean }) {
  const { copied, copy } = useCopy(value);
  const shown = visibleText(value);
  const { front, groups } = shortIdParts(shown);
  return (
    <Tooltip label={() => `${name} ${shown}\nClick to copy`}>
      <button
        type="button"
        className={styles['id']}
        // Reached with the pointer only; by keyboard, the open event offers the same.
        tabIndex={-1}
        data-printed
        onClick={(event) => {
          event.stopPropagation();
          copy();
        }}
      >
        <bdi dir="ltr" className={styles['drawn']} data-copied={copied} aria-hidden="true">
          {front !== '' && <span className={styles['front']}>{isFull ? front : '…'}</span>}
          {groups.map((group, index) => (
            <span key={index} className={styles['group']}>
              {group}
            </span>
          ))}
        </bdi>
        {copied !== 'no' && <span className={styles['copied']}>{copiedWords(copied, '')}</span>}
        <span className="visually-hidden">{`${name} ${shown}`}</span>
      </button>
    </Tooltip>
  );
}
