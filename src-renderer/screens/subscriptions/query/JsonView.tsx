/** Edits the query as JSON in a native text area; the coloured text is drawn beneath it. */
import { useMemo, useRef } from 'react';
import { MAX_BODY_LENGTH, type ParsedBody } from '../../../../src-shared/service/search-body.ts';
import type { NotAccepted } from '../../../../src-shared/api/searches.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { formatBody } from './format-body.ts';
import { InsertMenu } from './InsertMenu.tsx';
import { jsonLines } from './json-lines.ts';
import { jsonRemark } from './json-remark.ts';
import { jsonMarks } from './marks.ts';
import styles from './JsonView.module.css';
import { EditorLine } from './EditorLine.tsx';

interface JsonViewProps {
  readonly text: string;
  readonly read: ParsedBody;
  readonly notAccepted: readonly NotAccepted[];
}

export function JsonView({ text, read, notAccepted }: JsonViewProps) {
  const { searchDraft } = useStores();
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = useMemo(() => jsonLines(text, jsonMarks(read, notAccepted)), [text, read, notAccepted]);
  const remark = jsonRemark(text, read, notAccepted);
  const isReadable = read.kind === 'body';
  const numbers = useMemo(() => lines.map((_, index) => index + 1).join('\n'), [lines]);

  function goTo(at: number, length: number): void {
    field.current?.focus();
    field.current?.setSelectionRange(at, at + length);
    field.current?.parentElement?.querySelector('[data-mark]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  const position = remark.position;
  return (
    <div className={styles['view']}>
      <div className={styles['editor']}>
        <div className={styles['numbers']} aria-hidden="true">
          {numbers}
        </div>
        <div className={styles['written']}>
          <div className={styles['lines']} aria-hidden="true">
            {lines.map((parts, index) => (
              <EditorLine key={index} tokens={parts} />
            ))}
          </div>
          <textarea
            ref={field}
            className={styles['field']}
            aria-label="The query as JSON"
            aria-invalid={!isReadable}
            aria-describedby="query-remark"
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            wrap="off"
            // Above the limit of a body, so that a longer text is reported instead of truncated.
            maxLength={2 * MAX_BODY_LENGTH}
            value={text}
            onChange={({ currentTarget }) => searchDraft.setBody(currentTarget.value)}
          />
        </div>
      </div>
      <div className={styles['foot']}>
        <output className={styles['remark']} id="query-remark" data-wrong={!isReadable}>
          {position !== null && (
            <button
              type="button"
              className="link-button rounded loud same-size space-right-2"
              onClick={() => goTo(position.at, position.length)}
            >
              {position.words}
            </button>
          )}
          <bdi dir="ltr">{remark.words}</bdi>
        </output>
        <InsertMenu parts={read.kind === 'body' ? read.parts : null} />
        <button
          type="button"
          className="quiet-button"
          data-size="small"
          disabled={!isReadable}
          onClick={() => searchDraft.setBody(formatBody(text))}
        >
          Format
        </button>
      </div>
    </div>
  );
}
