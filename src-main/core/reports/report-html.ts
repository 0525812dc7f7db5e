/** Prints a shift report as an HTML page to print or to send: one file that runs nothing and loads nothing. */
import type { CauseLine, ShiftReport } from '../../../src-shared/api/reports.ts';
import { zonedWords } from '../../../src-shared/words/zoned-time-words.ts';
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
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
  lineOutcome,
  madeWords,
  openRequestWords,
  outcomeCounts,
  requestCauses,
  spanWords,
  sum,
} from '../../../src-shared/words/report-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { HTML_FOOT, htmlHead, htmlIsolated, htmlText } from '../printing/html-text.ts';

export function reportHtml(report: ShiftReport): string {
  const incomplete = incompleteReportWords(report);
  return [
    htmlHead(`Shift report, ${spanWords(report)}`),
    `<h1>${htmlText(headlineWords(report))}</h1>\n<p class="q">${about(report)}</p>\n`,
    incomplete === null ? '' : `<p class="failed"><strong>${htmlText(incomplete)}</strong></p>\n`,
    watching(report),
    section('Failures by cause', causes(report.localizations, 'eUICCs')),
    section('Requests', requests(report)),
    `<div class="cols">\n${section('Who did what', actionLinesHtml(report))}${section('For the next shift', handOver(report))}</div>\n`,
    HTML_FOOT,
  ].join('');
}

function about(report: ShiftReport): string {
  const { practice, profile, domain } = report;
  const names = [...(practice ? ['PRACTICE'] : []), profile, ...(domain === null ? [] : [domain])];
  return [
    htmlText(spanWords(report)),
    ...names.map((name) => htmlIsolated(name)),
    htmlIsolated(madeWords(report)),
  ].join(' · ');
}

function section(title: string, body: string): string {
  return `<section>\n<h2>${title}</h2>\n${body}</section>\n`;
}

function watching(report: ShiftReport): string {
  const texts = coverageTexts(report);
  const { from, to, zone, coverage } = report;
  const words = zonedWords(zone);
  const gaps = coverage.gaps
    .map((gap) => {
      const start = Math.max(0, (gap.from - from) / (to - from));
      const width = Math.min(1 - start, gap.lengthMs / (to - from));
      return `<i class="gap" style="left:${percent(start)};width:${percent(width)}"></i>`;
    })
    .join('');
  // Unknown time lies before the first session. Up to 1 min is ignored, because the last heartbeat may be that old.
  const unknown = coverage.unknownMs > 60_000 ? coverage.unknownMs / (to - from) : 0;
  const base = `<i class="ok" style="left:${percent(unknown)};width:${percent(1 - unknown)}"></i>`;
  const ends = [0, 1, 2, 3, 4].map((quarter) => `<span>${words.minute(from + ((to - from) * quarter) / 4)}</span>`);
  const lines = [
    `<strong>${htmlText(texts.watched)}</strong>`,
    ...(texts.isComplete
      ? ['No gap.']
      : texts.gaps.map(({ when, words: why }) => `Gap <strong>${htmlText(when)}</strong>, ${htmlText(why)}.`)),
    ...(texts.moreGaps === null ? [] : [htmlText(texts.moreGaps)]),
    ...(texts.unknown === null ? [] : [htmlText(texts.unknown)]),
    ...(texts.reconnects === null ? [] : [`<span class="q">${htmlText(texts.reconnects)}</span>`]),
  ];
  return section(
    'Were we watching?',
    `<div class="strip">${base}${gaps}</div>\n<div class="ends">${ends.join('')}</div>\n<p>${lines.join(' ')}</p>\n`,
  );
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

function causes(lines: readonly CauseLine[], unit: string): string {
  if (lines.length === 0) return '<p class="q">None.</p>\n';
  const columns = lineColumns(lines);
  const head = `<tr><th colspan="2"></th>${columns.map(({ name }) => `<th class="n">${name}</th>`).join('')}</tr>\n`;
  const rows = lines.map((line) => {
    const cells = columns.map(({ id }) => `<td class="n">${number(line[id], id === 'open')}</td>`).join('');
    const countries =
      line.countries.length === 0 ? '' : ` <span class="q m">${htmlIsolated(countryCounts(line.countries))}</span>`;
    return `<tr><td class="w">${mark(lineOutcome(line))}</td><td>${htmlIsolated(causeLineWords(line))}${countries}</td>${cells}</tr>\n`;
  });
  const sums = columns.map(({ id }) => `<td class="n">${numberText(sum(lines, id))}</td>`).join('');
  return `<table>\n${head}${rows.join('')}<tr class="sum"><td></td><td>${unit}</td>${sums}</tr>\n</table>\n`;
}

function number(value: number, isLoud: boolean): string {
  if (value === 0) return '<span class="q">0</span>';
  return isLoud ? `<strong>${numberText(value)}</strong>` : numberText(value);
}

function requests(report: ShiftReport): string {
  const { openRequests, moreOpenRequests, zone } = report;
  const rows = openRequests.map(
    (request) =>
      `<tr><td class="w">${mark(request.outcome)}</td><td><strong>Open:</strong> ${htmlIsolated(openRequestWords(request, zone))} <span class="q m">${htmlIsolated(requestCauses(request))}</span></td></tr>\n`,
  );
  const more = moreOpenRequests === 0 ? '' : `<p class="q">${numberText(moreOpenRequests)} more are open.</p>\n`;
  const counts = outcomeCounts(report);
  return [
    causes(report.requests, 'Requests'),
    rows.length === 0 ? '' : `<table>\n${rows.join('')}</table>\n`,
    more,
    counts === '' ? '' : `<p class="q">In the span: ${htmlText(counts)}.</p>\n`,
  ].join('');
}

function actionLinesHtml({ deeds: lines, moreDeeds, zone, from, to }: ShiftReport): string {
  if (lines.length === 0) return '<p class="q">No actions in Watchfloor.</p>\n';
  const words = zonedWords(zone);
  const isLong = words.day(from) !== words.day(to);
  const rows = lines.map((line) => {
    const note = line.text === '' ? '' : ` <span class="q">${htmlIsolated(line.text)}</span>`;
    const when = `${isLong ? `${words.day(line.at)} ` : ''}${words.minute(line.at)}`;
    return `<tr><td class="w q">${when}</td><td class="who">${htmlIsolated(line.author.name)}</td><td>${htmlIsolated(actionLineWords(line, zone))}${note}</td></tr>\n`;
  });
  const more = moreDeeds === 0 ? '' : `<p class="q">${numberText(moreDeeds)} earlier actions are not listed.</p>\n`;
  return `${more}<table>\n${rows.join('')}</table>\n`;
}

function handOver({ handOver: lines }: ShiftReport): string {
  if (lines.length === 0) return '<p class="q">Nothing is open.</p>\n';
  const items = lines.map((line) => {
    const note = line.note === null ? '' : ` ${htmlIsolated(line.note.text)}`;
    const owner = line.owner === null ? '' : ` <span class="q">${htmlIsolated(line.owner.name)}</span>`;
    const text = handOverWords(line);
    return `<li>${mark(lineOutcome(line))} <strong>${htmlIsolated(handOverTitle(line))}.</strong>${text === '' ? '' : ` ${htmlIsolated(text)}`}${note}${owner}</li>\n`;
  });
  return `<ul>\n${items.join('')}</ul>\n`;
}

function mark(outcome: Outcome): string {
  if (outcome === 'partial') return '<span class="partial" title="partial">◭</span>';
  if (outcome === 'unknown') return '<span class="q" title="unknown">?</span>';
  return '<span class="failed" title="failed">▲</span>';
}
