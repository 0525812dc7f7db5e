/**
 * An identifier in a row: shortened in its middle, whole on hover, copied with one click. What it shows is untrusted,
 * so characters that hide are shown as escapes; what it copies is the value as received.
 */
import { UnstyledButton } from '@mantine/core';
import { middleEllipsis } from '../text/middle-ellipsis.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './Identifier.module.css';
import { copiedWords, useCopy } from './use-copy.ts';

/** @param name what it is, such as "EID". @param length most characters shown. */
export function Identifier({ value, name, length }: { value: string; name: string; length: number }) {
  const { copied, copy } = useCopy(value);
  const whole = visibleText(value);
  return (
    <UnstyledButton
      className={styles['identifier']}
      // Reached with the pointer only; by keyboard, the open event offers the same.
      tabIndex={-1}
      title={`${name} ${whole}\nClick to copy`}
      onClick={(event) => {
        event.stopPropagation();
        copy();
      }}
    >
      <span aria-hidden="true">{copied === 'no' ? middleEllipsis(whole, length) : copiedWords(copied, '')}</span>
      <span className="visually-hidden">{`${name} ${whole}`}</span>
    </UnstyledButton>
  );
}
