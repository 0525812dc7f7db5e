/** The layout never changes a value. Invisible characters are escaped; copying takes the available text unchanged. */
import type { RefObject } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { type JsonLayout, MAX_LAYOUT_DEPTH } from '../../text/json-layout.ts';
import styles from './RawText.module.css';
import { useTextView } from './use-text-view.tsx';

interface RawTextProps {
  readonly raw: string;
  /** `working` while the layout is computed; null if the text is not JSON. */
  readonly layout: JsonLayout | null | 'working';
  /** Length of the complete received text; more than `raw` if that was shortened. */
  readonly rawLength: number;
  /** The text was damaged on the disk, so an empty text does not mean that none was received. */
  readonly isDamaged: boolean;
  readonly remark?: string | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function RawText({ raw, layout, rawLength, isDamaged, remark, scroller }: RawTextProps) {
  const label = 'How the received text is shown';
  const view = useTextView({ text: raw, layout, scroller, label, remarkClass: styles['remark'] });
  return (
    <section className={styles['raw']}>
      <div className="row wraps gap-2">
        <h3 className={styles['heading']}>Received text</h3>
        {view.chooser}
        <CopyButton text={raw} label="Copy the received text" word="Copy" />
      </div>
      {remarks(raw, rawLength, view.isLaidOut ? layout : null, remark).map((text) => (
        <p key={text} className={styles['remark']}>
          {text}
        </p>
      ))}
      {raw === '' ? (
        <p className={styles['remark']}>
          {isDamaged
            ? 'The received text was damaged on the disk and cannot be shown. A copy of the store may have it.'
            : 'The event has no text.'}
        </p>
      ) : (
        <div className={styles['box']} data-testid="raw">
          {view.body}
        </div>
      )}
    </section>
  );
}

function remarks(raw: string, rawLength: number, layout: JsonLayout | null | 'working', remark = ''): string[] {
  const isLaidOut = layout !== null && layout !== 'working';
  return [
    remark,
    rawLength > raw.length
      ? `${numberText(rawLength)} characters were received; the first ${numberText(raw.length)} are shown. The command “watchfloor events” prints all of it.`
      : '',
    isLaidOut && layout.end === 'cut' ? 'The text is incomplete.' : '',
    isLaidOut && layout.isTooDeep
      ? `Nested deeper than ${MAX_LAYOUT_DEPTH} levels: deeper levels are shown as received.`
      : '',
  ].filter((text) => text !== '');
}
