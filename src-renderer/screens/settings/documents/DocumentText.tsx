/** Shows a parsed document. A link to a document that is not in the page is its text. */
import type { Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { hrefOf } from '../../../address/use-address.ts';
import styles from './Documents.module.css';
import { documentOfLink, headingAnchor } from './documents.ts';

interface DocumentTextProps {
  /** Name of the document, for its links. */
  readonly name: string;
  readonly tokens: readonly Token[];
}

export function DocumentText({ name, tokens }: DocumentTextProps): ReactNode {
  return tokens.map((token, at) => <Part key={at} name={name} token={token} />);
}

const HEADINGS = ['h2', 'h3', 'h4', 'h5'] as const;

function Part({ name, token: given }: { name: string; token: Token }): ReactNode {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only extensions make other tokens
  const token = given as MarkedToken;
  const inside = (tokens: readonly Token[] = []) => <DocumentText name={name} tokens={tokens} />;
  switch (token.type) {
    case 'heading': {
      const Heading = HEADINGS[token.depth - 1] ?? 'h6';
      return <Heading data-anchor={headingAnchor(token)}>{inside(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{inside(token.tokens)}</p>;
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul';
      return (
        <List>
          {token.items.map((item, at) => (
            <li key={at}>{inside(item.tokens)}</li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table name={name} table={token} />;
    case 'code':
      return <pre>{token.text}</pre>;
    case 'link':
      return <Link name={name} link={token} />;
    case 'strong':
      return <strong>{inside(token.tokens)}</strong>;
    case 'em':
      return <em>{inside(token.tokens)}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'space':
      return null;
    case 'text':
      return token.tokens === undefined ? token.text : inside(token.tokens);
    default:
      // A kind that no document has yet.
      return given.raw;
  }
}

type MarkedToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.List
  | Tokens.Table
  | Tokens.Code
  | Tokens.Link
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Space
  | Tokens.Text;

function Table({ name, table: { header, rows } }: { name: string; table: Tokens.Table }) {
  const cells = (Cell: 'th' | 'td', row: readonly Tokens.TableCell[]) => (
    <tr>
      {row.map(({ tokens }, at) => (
        <Cell key={at}>
          <DocumentText name={name} tokens={tokens} />
        </Cell>
      ))}
    </tr>
  );
  return (
    // No landmark, because a document has many. Without focus, arrow keys could not scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- as above
    <div className={styles['table']} role="group" aria-label={header.map(({ text }) => text).join(', ')} tabIndex={0}>
      <table>
        <thead>{cells('th', header)}</thead>
        <tbody>
          {rows.map((row, at) => (
            <Fragment key={at}>{cells('td', row)}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Link({ name, link: { href, tokens } }: { name: string; link: Tokens.Link }) {
  const words = <DocumentText name={name} tokens={tokens} />;
  if (/^https?:/.test(href))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    );
  const doc = documentOfLink(name, href);
  return doc === null ? words : <a href={hrefOf('settings', { part: 'documents', doc })}>{words}</a>;
}
