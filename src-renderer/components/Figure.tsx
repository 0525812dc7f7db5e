/** A number, and the way to what it counts: whoever can say which rows stand behind it gives their address. */
import { numberText } from '../../src-shared/words/store-words.ts';
import styles from './Figure.module.css';

/** @param what it counts, behind it: "events" */
export function Figure({ value, noun, href }: { value: number; noun?: string; href?: string | undefined }) {
  const figure = (
    <>
      <span className={styles['value']}>{numberText(value)}</span>
      {noun !== undefined && ` ${noun}`}
    </>
  );
  return href === undefined ? <span className={styles['figure']}>{figure}</span> : <a href={href}>{figure}</a>;
}
