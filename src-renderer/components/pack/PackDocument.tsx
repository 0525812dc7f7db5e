import { Fragment } from 'react';
import type { PackBlock, PackPreview, PackText } from '../../../src-shared/api/reports.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import styles from './SupportPack.module.css';

export function PackDocument({ preview }: { preview: PackPreview }) {
  const { title, madeBy, blocks, withheld } = preview;
  return (
    <article className={styles['paper']}>
      <h3 className="strong section-size">
        <PackTextView text={title} />
      </h3>
      <p className={styles['quiet']}>
        <PackTextView text={madeBy} />
      </p>
      {withheld > 0 && (
        <p className={styles['withheld']}>
          {withheld === 1 ? 'The text of one event is' : `The texts of ${numberText(withheld)} events are`} withheld: it
          cannot be read, so it cannot be masked.
        </p>
      )}
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a block has no other name, and stays in its place
        <Block key={index} block={block} />
      ))}
    </article>
  );
}

function Block({ block }: { block: PackBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h4 className={styles['heading']}>
          <PackTextView text={block.text} />{' '}
          <small>
            <PackTextView text={block.remark} />
          </small>
        </h4>
      );
    case 'facts':
      return (
        <dl className={styles['facts']}>
          {block.facts.map(({ name, value }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <Fragment key={index}>
              <dt>
                <bdi>{visibleText(name)}</bdi>
              </dt>
              <dd>
                <PackTextView text={value} />
              </dd>
            </Fragment>
          ))}
        </dl>
      );
    case 'lines':
      return block.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <p key={index}>
          <PackTextView text={line} />
        </p>
      ));
    case 'table':
      return <PackTable head={block.head} rows={block.rows} />;
    case 'raw':
      return (
        <pre className={styles['raw']}>
          {block.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <span key={index}>
              <PackTextView text={line} />
              {'\n'}
            </span>
          ))}
        </pre>
      );
    default:
      return assertNever(block);
  }
}

function PackTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly PackText[])[] }) {
  return (
    <table className={styles['table']}>
      {head.length > 0 && (
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <tr key={index}>
            {row.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <td key={column}>
                <PackTextView text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PackTextView({ text }: { text: PackText }) {
  return (
    <bdi>
      {text.map((part, index) =>
        part.masked ? (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <mark key={index} className={styles['mask']} title="Masked">
            {visibleText(part.text)}
          </mark>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <Fragment key={index}>{visibleText(part.text)}</Fragment>
        ),
      )}
    </bdi>
  );
}
