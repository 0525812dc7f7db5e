import { type ReactNode, useState } from 'react';
import styles from './EventPane.module.css';

/** Items per click; limited, so that no event can freeze the page. */
const MORE_STEP = 50;

export function FirstFew<T>(props: {
  items: readonly T[];
  first: number;
  className: string | undefined;
  renderItem: (item: T) => ReactNode;
}) {
  const { items, first, className, renderItem } = props;
  const [shown, setShown] = useState(first);
  const hidden = items.length - shown;
  return (
    <>
      <ul className={className}>
        {items.slice(0, shown).map((item, index) => (
          <li key={index}>{renderItem(item)}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={styles['more']} onClick={() => setShown(shown + MORE_STEP)}>
          +{hidden} more
        </button>
      )}
    </>
  );
}
