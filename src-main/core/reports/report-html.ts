/** Prints a report as an HTML page to print or to send: one file that runs nothing and loads nothing. */
import type { ShiftReport } from '../../../src-shared/api/reports.ts';
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import {
  type CauseRow,
  type ReportBlock,
  type ReportDocument,
  reportDocument,
  type ReportSection,
  type StyledText,
} from '../../../src-shared/words/report-blocks.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { HTML_FOOT, htmlHead, htmlIsolated, htmlText } from '../printing/html-text.ts';

export function reportHtml(report: ShiftReport): string {
  return documentHtml('Shift report', reportDocument(report), 2);
}

/** Prints the last `beside` sections in two columns. */
export function documentHtml(
  title: string,
  { headline, about, incomplete, sections }: ReportDocument,
  beside: number,
): string {
  const [span = ''] = about;
  const inColumns = sections.slice(sections.length - beside);
  return [
    htmlHead(`${title}, ${span}`),
    `<h1>${htmlText(headline)}</h1>\n<p class="q">${about.map((name) => htmlIsolated(name)).join(' · ')}</p>\n`,
    incomplete === null ? '' : `<p class="failed"><strong>${htmlText(incomplete)}</strong></p>\n`,
    ...sections.slice(0, sections.length - beside).map(section),
    beside === 0 ? '' : `<div class="cols">\n${inColumns.map(section).join('')}</div>\n`,
    HTML_FOOT,
  ].join('');
}

function section({ title, blocks }: ReportSection): string {
  return `<section>\n<h2>${htmlText(title)}</h2>\n${blocks.map(blockHtml).join('')}</section>\n`;
}

function blockHtml(block: ReportBlock): string {
  switch (block.kind) {
    case 'bar': {
      const gaps = block.gaps.map(({ start, length }) => `<i class="gap" ${stretch(start, length)}></i>`).join('');
      const watched = `<i class="ok" ${stretch(block.watched.start, block.watched.length)}></i>`;
      const times = block.times.map((time) => `<span>${htmlText(time)}</span>`).join('');
      return `<div class="strip">${watched}${gaps}</div>\n<div class="ends">${times}</div>\n`;
    }
    case 'sentences':
      return `<p>${block.sentences.map(styledHtml).join(' ')}</p>\n`;
    case 'remark':
      return `<p class="q">${styledHtml(block.text)}</p>\n`;
    case 'causes': {
      const head = block.columns.map((name) => `<th class="n">${htmlText(name)}</th>`).join('');
      const rows = [...block.rows, block.sums].map(causeRow).join('');
      return `<table>\n<tr><th colspan="2"></th>${head}</tr>\n${rows}</table>\n`;
    }
    case 'table': {
      const numbers = new Set(block.numbers);
      const isNumber = (column: number) => (numbers.has(column) ? ' class="n"' : '');
      const head = block.columns.map((name, at) => `<th${isNumber(at)}>${htmlText(name)}</th>`).join('');
      const rows = block.rows.map(
        (row) => `<tr>${row.map((cell, at) => `<td${isNumber(at)}>${styledHtml(cell)}</td>`).join('')}</tr>\n`,
      );
      return `<table>\n<tr>${head}</tr>\n${rows.join('')}</table>\n`;
    }
    case 'items':
      return `<ul>\n${block.items.map(({ outcome, text }) => `<li>${mark(outcome)} ${styledHtml(text)}</li>\n`).join('')}</ul>\n`;
    case 'actions': {
      const rows = block.actions.map(
        ({ when, author, text }) =>
          `<tr><td class="w q">${htmlText(when)}</td><td class="who">${htmlIsolated(author)}</td><td>${styledHtml(text)}</td></tr>\n`,
      );
      return `<table>\n${rows.join('')}</table>\n`;
    }
    default:
      return assertNever(block);
  }
}

function stretch(start: number, length: number): string {
  const percent = (share: number) => `${(share * 100).toFixed(3)}%`;
  return `style="left:${percent(start)};width:${percent(length)}"`;
}

function causeRow({ outcome, text, numbers }: CauseRow): string {
  const cells = numbers.map(({ value, isLoud }) => {
    const shown = value === 0 && outcome !== null ? '<span class="q">0</span>' : numberText(value);
    return `<td class="n">${isLoud ? `<strong>${shown}</strong>` : shown}</td>`;
  });
  const isSum = outcome === null;
  return `<tr${isSum ? ' class="sum"' : ''}><td class="w">${isSum ? '' : mark(outcome)}</td><td>${styledHtml(text)}</td>${cells.join('')}</tr>\n`;
}

function styledHtml(text: StyledText): string {
  const tags = {
    plain: ['', ''],
    strong: ['<strong>', '</strong>'],
    remark: ['<span class="q m">', '</span>'],
  } as const;
  return text.map((part) => tags[part.style].join(htmlIsolated(part.text))).join(' ');
}

function mark(outcome: Outcome): string {
  if (outcome === 'partial') return '<span class="partial" title="partial">◭</span>';
  if (outcome === 'unknown') return '<span class="q" title="unknown">?</span>';
  return '<span class="failed" title="failed">▲</span>';
}
