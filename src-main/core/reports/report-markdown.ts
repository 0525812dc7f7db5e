/** Prints a shift report as Markdown to paste into a chat or a ticket. Texts from outside are escaped. */
import type { CauseLine, ShiftReport } from '../../../src-shared/api/reports.ts';
import { zonedWords } from '../../../src-shared/words/zoned-time-words.ts';
import {
  incompleteReportWords,
  causeLineWords,
  countryCounts,
  coverageTexts,
  actionLineWords,
  handOverTitle,
  handOverWords,
  headlineWords,
  lineColumns,
  madeWords,
  openRequestWords,
  outcomeCounts,
  requestCauses,
  spanWords,
  sum,
} from '../../../src-shared/words/report-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { markdownRow, markdownText } from '../printing/markdown-text.ts';

export function reportMarkdown(report: ShiftReport): string {
  const { profile, domain, practice, openRequests, moreOpenRequests, zone } = report;
  const incomplete = incompleteReportWords(report);
  const names = [...(practice ? ['PRACTICE'] : []), profile, ...(domain === null ? [] : [domain])];
  const counts = outcomeCounts(report);
  return [
    `# ${markdownText(headlineWords(report))}\n\n`,
    `${[spanWords(report), ...names, madeWords(report)].map((part) => markdownText(part)).join(' · ')}\n`,
    incomplete === null ? '' : `\n**${markdownText(incomplete)}**\n`,
    '\n## Were we watching?\n\n',
    watching(report),
    '\n## Failures by cause\n\n',
    causes(report.localizations, 'eUICCs'),
    '\n## Requests\n\n',
    causes(report.requests, 'Requests'),
    openRequests.length === 0 ? '' : '\n',
    ...openRequests.map(
      (request) =>
        `- **Open:** ${markdownText(openRequestWords(request, zone))} ${markdownText(requestCauses(request))}\n`,
    ),
    moreOpenRequests === 0 ? '' : `- ${numberText(moreOpenRequests)} more are open\n`,
    counts === '' ? '' : `\nIn the span: ${markdownText(counts)}.\n`,
    '\n## Who did what\n\n',
    actionLinesMarkdown(report),
    '\n## For the next shift\n\n',
    handOver(report),
  ].join('');
}

function watching(report: ShiftReport): string {
  const { watched, isComplete, gaps, moreGaps, unknown, reconnects } = coverageTexts(report);
  return [
    `${watched}${isComplete ? ' No gap.' : ''}`,
    ...gaps.map(({ when, words }) => `- Gap **${when}**, ${words}`),
    ...(moreGaps === null ? [] : [`- ${moreGaps}`]),
    ...(unknown === null ? [] : [`- ${unknown}`]),
    ...(reconnects === null ? [] : [`- ${reconnects}`]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function causes(lines: readonly CauseLine[], unit: string): string {
  if (lines.length === 0) return 'None.\n';
  const columns = lineColumns(lines);
  return [
    markdownRow(['Cause', ...columns.map(({ name }) => name)]),
    markdownRow(['---', ...columns.map(() => '---:')]),
    ...lines.map((line) => {
      const countries = line.countries.length === 0 ? '' : ` (${markdownText(countryCounts(line.countries))})`;
      return markdownRow([
        `${markdownText(causeLineWords(line))}${countries}`,
        ...columns.map(({ id }) => numberText(line[id])),
      ]);
    }),
    markdownRow([`**${unit}**`, ...columns.map(({ id }) => `**${numberText(sum(lines, id))}**`)]),
  ].join('');
}

function actionLinesMarkdown({ deeds: lines, moreDeeds, zone, from, to }: ShiftReport): string {
  if (lines.length === 0) return 'No actions in Watchfloor.\n';
  const words = zonedWords(zone);
  const isLong = words.day(from) !== words.day(to);
  return [
    moreDeeds === 0 ? '' : `- ${numberText(moreDeeds)} earlier actions are not listed\n`,
    ...lines.map((line) => {
      const when = `${isLong ? `${words.day(line.at)} ` : ''}${words.minute(line.at)}`;
      const note = line.text === '' ? '' : `: ${markdownText(line.text)}`;
      return `- ${when} ${markdownText(line.author.name)} ${markdownText(actionLineWords(line, zone))}${note}\n`;
    }),
  ].join('');
}

function handOver({ handOver: lines }: ShiftReport): string {
  if (lines.length === 0) return 'Nothing is open.\n';
  return lines
    .map((line) => {
      const text = handOverWords(line);
      const note = line.note === null ? '' : ` ${markdownText(line.note.text)}`;
      const owner = line.owner === null ? '' : ` (${markdownText(line.owner.name)})`;
      return `- **${markdownText(handOverTitle(line))}.**${text === '' ? '' : ` ${markdownText(text)}`}${note}${owner}\n`;
    })
    .join('');
}
