/** Prints a report as Markdown to paste into a chat or a ticket. Texts from outside are escaped. */
import type { ShiftReport } from '../../../src-shared/api/reports.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import {
  type CauseRow,
  type ReportBlock,
  type ReportDocument,
  reportDocument,
  type StyledText,
} from '../../../src-shared/words/report-blocks.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { markdownRow, markdownText } from '../printing/markdown-text.ts';

export function reportMarkdown(report: ShiftReport): string {
  return documentMarkdown(reportDocument(report));
}

export function documentMarkdown({ headline, about, incomplete, sections }: ReportDocument): string {
  return [
    `# ${markdownText(headline)}\n\n`,
    `${about.map(markdownText).join(' · ')}\n`,
    incomplete === null ? '' : `\n**${markdownText(incomplete)}**\n`,
    ...sections.map(({ title, blocks }) => {
      const printed = blocks.map(blockMarkdown).filter((text) => text !== '');
      return `\n## ${title}\n\n${printed.join('\n')}`;
    }),
  ].join('');
}

function blockMarkdown(block: ReportBlock): string {
  switch (block.kind) {
    case 'bar':
      return '';
    case 'sentences':
      return block.sentences.map((sentence, at) => `${at === 0 ? '' : '- '}${styledMarkdown(sentence)}\n`).join('');
    case 'remark':
      return `${styledMarkdown(block.text)}\n`;
    case 'causes':
      return [
        markdownRow(['Cause', ...block.columns]),
        markdownRow(['---', ...block.columns.map(() => '---:')]),
        ...block.rows.map((row) => causeRow(row)),
        causeRow(block.sums),
      ].join('');
    case 'table':
      return [
        markdownRow(block.columns),
        markdownRow(block.columns.map((_, at) => (block.numbers.includes(at) ? '---:' : '---'))),
        ...block.rows.map((row) => markdownRow(row.map((cell) => styledMarkdown(cell)))),
      ].join('');
    case 'items':
      return block.items.map(({ text }) => `- ${styledMarkdown(text)}\n`).join('');
    case 'actions':
      return block.actions
        .map(({ when, author, text }) => `- ${when} ${markdownText(author)} ${styledMarkdown(text)}\n`)
        .join('');
    default:
      return assertNever(block);
  }
}

function causeRow({ outcome, text, numbers }: CauseRow): string {
  const cells = [styledMarkdown(text), ...numbers.map(({ value }) => numberText(value))];
  return markdownRow(outcome === null ? cells.map((cell) => `**${cell}**`) : cells);
}

function styledMarkdown(text: StyledText): string {
  const marks = { plain: ['', ''], strong: ['**', '**'], remark: ['(', ')'] } as const;
  return text.map(({ text: part, style }) => marks[style].join(markdownText(part))).join(' ');
}
