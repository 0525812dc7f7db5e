import { describe, expect, test } from 'vitest';
import { markdownText } from '../../../../src-main/core/printing/markdown-text.ts';
import { reportHtml } from '../../../../src-main/core/reports/report-html.ts';
import { reportMarkdown } from '../../../../src-main/core/reports/report-markdown.ts';
import { HtmlPrinter, TextPrinter } from '../../../../src-main/core/support-packs/pack-printing.ts';
import type { PackBlock, ShiftReport } from '../../../../src-shared/api/reports.ts';
import { caseKey, causeKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { signedInAuthorId } from '../../../../src-shared/domain/cases/author-id.ts';
import { VERIFIED_NOTE } from '../../../../src-shared/domain/cases/author-name.ts';
import { hostileTexts } from '../../../doubles/hostile-texts.ts';
import { aShiftReport, NO_RESOURCES } from '../../../doubles/shift-report.ts';
import {
  actionLineWords,
  openRequestWords,
  shiftWords,
  stormWords,
} from '../../../../src-shared/words/report-words.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';

const FROM = Date.UTC(2026, 10, 21, 5, 58);
const TO = FROM + 8 * 3_600_000;

function reportOf(text: string): ShiftReport {
  const cause = { kind: 'localization', operation: text, type: null, code: text } as const;
  const author = { id: 'a', name: text };
  const countries = [{ country: text, count: 1 }];
  const line = { key: causeKey(cause), cause, consequence: 'not-known', countries, ...NO_RESOURCES } as const;
  const partial = { opened: 0, endedWell: 0, open: 0 };
  const counts = { before: 0, opened: 1, endedWell: 0, done: 0, moved: 0, open: 1, partial };
  const query = { watch: watchIdSchema.parse('w'), from: FROM, to: TO, zone: 'UTC', by: text };
  return aShiftReport(query, {
    profile: text,
    domain: text,
    localizations: [{ ...line, ...counts }],
    requests: [{ ...line, ...counts, cause: { ...cause, kind: 'request', type: text } }],
    storms: [{ cause, consequence: 'not-known', countries, ...NO_RESOURCES, count: 20, from: FROM, last: FROM + 1 }],
    openRequests: [
      {
        key: caseKey({ kind: 'request', requestId: text }),
        operation: text,
        outcome: 'partial',
        size: 2,
        failed: 1,
        at: TO,
        causes: [{ type: text, code: text, count: 1 }],
      },
    ],
    actions: [
      {
        at: TO - 1,
        author,
        what: { kind: 'note' },
        text,
        cases: 1,
        cause,
        key: caseKey({ kind: 'request', requestId: text }),
        failedAgainAt: null,
      },
      {
        at: TO - 1,
        author,
        what: { kind: 'pack', ticket: text },
        text: '',
        cases: 2,
        cause: null,
        key: null,
        failedAgainAt: null,
      },
    ],
    handOver: [
      {
        cause,
        consequence: 'not-known',
        open: 1,
        nobodys: 0,
        countries,
        ...NO_RESOURCES,
        owner: author,
        note: { text, author, at: TO },
        ticket: text,
        isMuted: false,
        shift: null,
      },
    ],
  });
}

/** Returns all HTML tags; a hostile text must add none to those of a harmless text. */
const tagsOf = (html: string): readonly string[] => html.match(/<[^>]*>/g) ?? [];
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const UNSEEN = /[\p{Cf}\u0000-\u0009\u000B-\u001F\u007F]/u;

describe('[PAGE-173] a report keeps a hostile text as text', () => {
  const harmless = tagsOf(reportHtml(reportOf('harmless')));
  test.each(hostileTexts.map((text) => [text]))('%j', (text) => {
    const html = reportHtml(reportOf(text));
    const others = tagsOf(html).filter((tag) => harmless.every((other) => other !== tag));
    expect(others).toEqual([]);
    expect(tagsOf(html)).toHaveLength(harmless.length);
    expect(html).not.toMatch(UNSEEN);
    const markdown = reportMarkdown(reportOf(text));
    expect(markdown).not.toMatch(UNSEEN);
    // The number of lines, and of cells per table row, must equal that of a harmless text.
    const shape = (output: string) => output.split('\n').map((line) => line.replaceAll(/\\./g, '').split('|').length);
    expect(shape(markdown)).toEqual(shape(reportMarkdown(reportOf('harmless'))));
    expect(markdown.replaceAll(/\\./g, '')).not.toMatch(/[<>[\]`]|:\/\/|(?<!\w)@/);
  });
});

test.each([
  ['a | b', String.raw`a \| b`],
  ['[x](javascript:1)', String.raw`\[x\](javascript:1)`],
  ['![](https://evil.example/p.png)', String.raw`!\[\](https\://evil.example/p.png)`],
  ['<img src=x>', String.raw`\<img src=x\>`],
  ['# big', String.raw`\# big`],
  ['1. list', String.raw`1\. list`],
  ['- list', String.raw`\- list`],
  ['one\n\n## two', 'one ## two'],
  ['PROFILE_LOCK_CONFLICT', 'PROFILE_LOCK_CONFLICT'],
  ['_so_ **very**', String.raw`\_so\_ \*\*very\*\*`],
  ['@everyone www.evil.example', String.raw`\@everyone www\.evil.example`],
  ['&lt;b&gt;', String.raw`\&lt;b\&gt;`],
  ['abc\u202Edef', String.raw`abc\\u{202E}def`],
])('writes %j in Markdown as %j', (text, markdown) => {
  expect(markdownText(text)).toBe(markdown);
});

test('[PAGE-97] an action has its time with the zone, because the zone may change in the span', () => {
  const report = { ...reportOf('A'), zone: 'Europe/Oslo' };
  expect(reportMarkdown(report)).toContain('- 14:57 CET A noted on');
  expect(reportHtml(report)).toContain('14:57 CET</td>');
  // The times inside its sentence and the time of an open request have it, too.
  const [line] = report.actions;
  if (line === undefined) throw new Error('it has actions');
  const sentence = (part: Partial<typeof line>) => actionLineWords({ ...line, ...part }, 'Europe/Oslo');
  expect([
    sentence({ what: { kind: 'mute', ends: { kind: 'time', at: TO } } }),
    sentence({ what: { kind: 'remind', at: TO } }),
    sentence({ what: { kind: 'retried' }, failedAgainAt: TO }),
    ...report.openRequests.map((request) => openRequestWords(request, report)),
  ]).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/14:58 CET$/)));
});

test('[REPORT-2] a time of another day has its day', () => {
  const DAY = 24 * 3_600_000;
  const report = reportOf('A');
  const [action] = report.actions;
  const [request] = report.openRequests;
  const [storm] = report.storms;
  if (action === undefined || request === undefined || storm === undefined) throw new Error('it has them');
  expect([
    actionLineWords({ ...action, what: { kind: 'mute', ends: { kind: 'time', at: TO + DAY } } }, 'UTC'),
    actionLineWords({ ...action, what: { kind: 'retried' }, failedAgainAt: TO + DAY }, 'UTC'),
    openRequestWords({ ...request, at: TO - DAY }, report),
    shiftWords({ author: action.author, at: TO - DAY, state: { kind: 'waiting' } }, () => 'B', report),
    stormWords({ ...storm, from: TO - DAY, last: TO - DAY + 540_000 }, report),
  ]).toEqual([
    expect.stringMatching(/ until 2026-11-22 13:58 UTC$/),
    expect.stringMatching(/ failed again 2026-11-22 13:58 UTC$/),
    expect.stringMatching(/ failed, 2026-11-20 13:58 UTC$/),
    'Handed over by B at 2026-11-20 13:58 UTC, not accepted yet.',
    'A, 20, 2026-11-20 13:58 – 14:07 UTC',
  ]);
});

test('[REPORT-2] a report names the five largest storms of its span', () => {
  const report = reportOf('A');
  const [storm] = report.storms;
  if (storm === undefined) throw new Error('it has one');
  const storms = [20, 54, 30, 21, 40, 22].map((count, at) => ({ ...storm, count, from: FROM + at * 60_000 }));
  const text = reportMarkdown({ ...report, storms });
  expect(
    [...text.matchAll(/^- \*\*Storm:\*\* A, (\d+), 0\d:\d\d – 05:58 UTC \(A 1\)$/gm)].map(([, count]) => count),
  ).toEqual(['54', '30', '21', '40', '22']);
  expect(text).toContain('And 1 smaller storm.');
});

test('an HTML report runs no script and loads nothing', () => {
  const html = reportHtml(reportOf('x'));
  expect(html).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  );
  expect(html).not.toMatch(/<script|<link|<img|<iframe| on\w+=|url\(|@import|href=/i);
});

describe('[PAGE-173] a support pack keeps a hostile text as text', () => {
  const blocks = (text: string): PackBlock[] => {
    const literal = [
      { text, masked: false },
      { text, masked: true },
    ];
    return [
      { kind: 'heading', text: literal, remark: literal },
      { kind: 'facts', facts: [{ name: text, value: literal }] },
      { kind: 'lines', lines: [literal] },
      { kind: 'table', head: [text], rows: [[literal]] },
      { kind: 'table', head: [], rows: [[literal]] },
      { kind: 'raw', lines: [literal] },
    ];
  };
  const printed = (printer: HtmlPrinter | TextPrinter, text: string) => {
    const literal = [{ text, masked: false }];
    return [printer.head(literal, literal), ...blocks(text).map((block) => printer.block(block)), printer.foot()].join(
      '',
    );
  };
  const harmless = tagsOf(printed(new HtmlPrinter(), 'harmless'));
  test.each(hostileTexts.map((text) => [text]))('%j', (text) => {
    const html = printed(new HtmlPrinter(), text);
    expect(tagsOf(html)).toEqual(harmless.map((tag) => tag));
    expect(html).not.toMatch(UNSEEN);
    const plain = printed(new TextPrinter(), text);
    expect(plain).not.toMatch(UNSEEN);
    expect(plain.split('\n')).toHaveLength(printed(new TextPrinter(), 'harmless').split('\n').length);
  });
  test('continues a table in several blocks as one table', () => {
    expect(harmless.filter((tag) => tag.startsWith('<table'))).toHaveLength(1);
  });
});

test('[AUTHOR-3] a report names who signed in and who typed a name', () => {
  const verified = { id: signedInAuthorId('0'.repeat(64)), name: 'r.albrecht' };
  const typed = { id: 'b3', name: 'r.albrecht' };
  const line = {
    at: FROM,
    what: { kind: 'take' },
    text: '',
    cases: 1,
    cause: null,
    key: null,
    failedAgainAt: null,
  } as const;
  const query = { watch: watchIdSchema.parse('w'), from: FROM, to: TO, zone: 'UTC', by: 'Ines' };
  const of = (...authors: (typeof typed)[]) =>
    aShiftReport(query, { actions: authors.map((author) => ({ ...line, author })) });
  for (const print of [reportMarkdown, reportHtml]) {
    const mixed = print(of(verified, typed));
    expect(mixed.match(/r\.albrecht \\?\((?:verified|typed)\\?\)/g)?.map((name) => name.replaceAll('\\', ''))).toEqual([
      'r.albrecht (verified)',
      'r.albrecht (typed)',
    ]);
    expect(mixed).toContain(VERIFIED_NOTE);
    expect(print(of(typed))).not.toMatch(/verified|typed/);
  }
});
