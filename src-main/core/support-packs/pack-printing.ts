/**
 * Prints the blocks of a pack as HTML and as text. A table without a head continues the table before it, so that a long
 * table is printed in parts. No text in a block becomes markup, and invisible characters are shown as escapes.
 */
import type { PackBlock, PackText } from '../../../src-shared/api/reports.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { visibleText } from '../../../src-shared/lib/visible-text.ts';
import { HTML_FOOT, htmlHead, htmlText } from '../printing/html-text.ts';

export interface PackPrinter {
  head(title: PackText, madeBy: PackText): string;
  block(block: PackBlock): string;
  foot(): string;
}

export class HtmlPrinter implements PackPrinter {
  #isInTable = false;

  head(title: PackText, madeBy: PackText): string {
    const plain = title.map(({ text }) => text).join('');
    return `${htmlHead(plain)}<h1>${html(title)}</h1>\n<p class="q">${html(madeBy)}</p>\n`;
  }

  block(block: PackBlock): string {
    const end = block.kind === 'table' && block.head.length === 0 ? '' : this.#endTable();
    return end + this.#body(block);
  }

  foot(): string {
    return this.#endTable() + HTML_FOOT;
  }

  #body(block: PackBlock): string {
    switch (block.kind) {
      case 'heading': {
        const remark = block.remark.length === 0 ? '' : ` <small>${html(block.remark)}</small>`;
        return `<h2>${html(block.text)}${remark}</h2>\n`;
      }
      case 'facts':
        return `<dl>\n${block.facts.map(({ name, value }) => `<dt>${htmlText(name)}</dt><dd>${html(value)}</dd>\n`).join('')}</dl>\n`;
      case 'lines':
        return block.lines.map((line) => `<p>${html(line)}</p>\n`).join('');
      case 'raw':
        return `<pre>${block.lines.map((line) => html(line)).join('\n')}</pre>\n`;
      case 'table':
        return this.#table(block.head, block.rows);
      default:
        return assertNever(block);
    }
  }

  #table(head: readonly string[], rows: readonly (readonly PackText[])[]): string {
    const prefix = this.#isInTable
      ? ''
      : `<table class="mono">\n<tr>${head.map((name) => `<th>${htmlText(name)}</th>`).join('')}</tr>\n`;
    this.#isInTable = true;
    return (
      prefix +
      rows
        .map((row) => `<tr>${row.map((cell) => `<td${classOf(plainText(cell))}>${html(cell)}</td>`).join('')}</tr>\n`)
        .join('')
    );
  }

  #endTable(): string {
    const end = this.#isInTable ? '</table>\n' : '';
    this.#isInTable = false;
    return end;
  }
}

/** A number stays on one line, so that it can be found and copied. Any other text may be long and breaks anywhere. */
function classOf(cell: string): string {
  return /^[\d·]{1,20}$/.test(cell) ? ' class="id"' : '';
}

function html(text: PackText): string {
  const inner = text.map((segment) =>
    segment.masked ? `<mark>${htmlText(segment.text)}</mark>` : htmlText(segment.text),
  );
  return `<bdi>${inner.join('')}</bdi>`;
}

const MAX_COLUMN_WIDTH = 42;

export class TextPrinter implements PackPrinter {
  #widths: readonly number[] = [];

  head(title: PackText, madeBy: PackText): string {
    const name = plainText(title);
    return `${name}\n${'='.repeat(Math.min(name.length, 100))}\n${plainText(madeBy)}\n`;
  }

  block(block: PackBlock): string {
    switch (block.kind) {
      case 'heading': {
        const name = plainText(block.text) + (block.remark.length === 0 ? '' : ` (${plainText(block.remark)})`);
        return `\n${name}\n${'-'.repeat(Math.min(name.length, 100))}\n`;
      }
      case 'facts': {
        const width = Math.max(0, ...block.facts.map(({ name }) => name.length));
        return block.facts
          .map(({ name, value }) => `${visibleText(name).padEnd(width)}  ${plainText(value)}\n`)
          .join('');
      }
      case 'lines':
      case 'raw':
        return block.lines.map((line) => `${plainText(line)}\n`).join('');
      case 'table':
        return this.#table(block.head, block.rows);
      default:
        return assertNever(block);
    }
  }

  foot(): string {
    return '';
  }

  #table(head: readonly string[], rows: readonly (readonly PackText[])[]): string {
    const cells = rows.map((row) => row.map((cell) => plainText(cell)));
    if (head.length > 0)
      this.#widths = head.map((name, column) =>
        Math.min(MAX_COLUMN_WIDTH, Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0))),
      );
    const padded = (row: readonly string[]) =>
      `${row
        .map((cell, column) => cell.padEnd(this.#widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`;
    return [...(head.length === 0 ? [] : [head.map((name) => visibleText(name))]), ...cells]
      .map((row) => padded(row))
      .join('');
  }
}

function plainText(text: PackText): string {
  return visibleText(text.map((segment) => segment.text).join(''));
}
