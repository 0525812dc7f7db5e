import type { CsvCellForm } from '../../../src-shared/lib/csv.ts';
import { describe, expect, test } from 'vitest';
import { type EventField, eventLines } from '../../../src-main/core/exports/event-lines.ts';
import { tableLines } from '../../../src-main/hosts/cli/events/event-table.ts';
import { undecoded } from '../../doubles/undecoded.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';

const event: StoredEvent = {
  ...undecoded,
  seq: 12,
  receivedAt: Date.UTC(2026, 10, 21, 10),
  kind: 'LOCALIZATION',
  id: 'e-12',
  repeats: 1,
  operation: 'DOWNLOADED',
  state: 'FAILED',
  outcome: 'failed',
  createdDateTime: '2026-11-21T09:59:59.000Z',
  createdAt: Date.UTC(2026, 10, 21, 9, 59, 59),
  principal: 'acme/emea',
  eid: '89049032000000000000015423673010',
  countryCode: 'SE',
  errorCode: 'START_PROFILE_DOWNLOAD_FAILED',
  errorCodes: ['START_PROFILE_DOWNLOAD_FAILED', 'CMP-1'],
  seen: false,
  marks: [{ code: 'unknown-error-code', detail: 'CMP-1' }],
  raw: '{ "operation": "DOWNLOADED",\n "note": "\\u00dc" }',
  whole: null,
};
const COLUMNS =
  'seq,receivedAt,kind,id,operation,state,outcome,createdDateTime,principal,eid,iccid,countryCode,errorCode,requestId,company,createdBy,targets,resourceCount,failedCount,marks,raw';

const usual = { fields: null, mask: [], cells: 'guarded' } as const;
const [json, csv, table] = [eventLines('jsonl', usual), eventLines('csv', usual), tableLines(usual)];

describe('NDJSON', () => {
  test('is one line: the columns in their order, then what this version noticed', () => {
    const line = json.line(event);
    const fields = JSON.parse(line) as Record<string, unknown>;
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(Object.keys(fields).join(',')).toBe(`${COLUMNS},errorCodes,repeats`);
    expect({ ...event, receivedAt: '2026-11-21T10:00:00.000Z' }).toMatchObject(fields);
  });

  test('has the full kind and id of an event only if the columns hold a truncated one', () => {
    const fullTexts = { kind: 'K'.repeat(1_000), id: null };
    expect(JSON.parse(json.line({ ...event, whole: fullTexts }))).toMatchObject({
      kind: 'LOCALIZATION',
      whole: fullTexts,
    });
    expect(JSON.parse(json.line(event))).not.toHaveProperty('whole');
  });

  test('contains the received text verbatim, escaped so that it cannot control a terminal', () => {
    const raw = '\u001b[2J\u009b2J\u007f\u202E\u200b\u2028 =cmd() "quoted"\r\n\u0000\ud800';
    const line = json.line({ ...event, raw });
    expect((JSON.parse(line) as StoredEvent).raw).toBe(raw);
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
  });
});

describe('the table', () => {
  test('has a head and lines with the same columns', () => {
    const [head, line] = [table.head, table.line(event)];
    expect([head, line]).toEqual([
      'SEQ      RECEIVED (UTC)            OUTCOME      KIND                  OPERATION                   EID / ICCID / REQUEST              CC  ERROR CODE\n',
      '12       2026-11-21T10:00:00.000Z  failed       LOCALIZATION          DOWNLOADED                  89049032000000000000015423673010   SE  START_PROFILE_DOWNLOAD_FAILED CMP-1\n',
    ]);
  });

  test.each<[what: string, changes: Partial<StoredEvent>, shows: string]>([
    ['the request if there is no eUICC', { eid: null, requestId: 'r-7', iccid: '8946' }, ' r-7 '],
    ['the ICCID if there is nothing else', { eid: null, iccid: '8946' }, ' 8946 '],
    ['the mark if there is no error code', { errorCodes: [] }, ' (unknown-error-code)\n'],
  ])('shows %s', (_what, changes, shows) => expect(table.line({ ...event, ...changes })).toContain(shows));

  test('keeps hostile text on its line, and the text cannot control a terminal', () => {
    const hostile = '\u001b[31mred\r\n\u202Eoverride\u0007\u200b';
    const line = table.line({
      ...event,
      kind: hostile,
      operation: hostile,
      eid: hostile,
      countryCode: hostile,
      errorCodes: [hostile],
    });
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(line).toContain(String.raw`\u001b[31mred\u000d\u000a\u202eoverride\u0007\u200b`);
  });
});

test('[CLI-61] a mark that occurs several times is printed once with its count', () => {
  const marks = ['unknown-kind', 'missing-field', 'missing-field', 'missing-field'] as const;
  const marked = { ...event, errorCodes: [], marks: marks.map((code, at) => ({ code, detail: String(at) })) };
  expect(table.line(marked)).toContain(' (unknown-kind) (missing-field)×3\n');
  expect(tableLines({ fields: ['marks'], mask: [] }).line(marked)).toBe('unknown-kind missing-field×3\n');
});

describe('CSV', () => {
  test('has the columns of NDJSON and quotes cells that need it', () => {
    expect(csv.head).toBe(`${COLUMNS}\n`);
    expect(csv.line({ ...event, kind: 'a,b' })).toBe(
      '12,2026-11-21T10:00:00.000Z,"a,b",e-12,DOWNLOADED,FAILED,failed,2026-11-21T09:59:59.000Z,acme/emea,89049032000000000000015423673010,,SE,START_PROFILE_DOWNLOAD_FAILED,,,,,,,unknown-error-code,"{ ""operation"": ""DOWNLOADED"",\n ""note"": ""\\u00dc"" }"\n',
    );
  });

  test.each<[cell: string, shown: string]>([
    ['PLAIN', 'PLAIN'],
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['\n=1+1', `"'\n=1+1"`],
    ['\t\u0000 \u00a0\u200b=1+1', `"'\t\u0000 \u00a0\u200b=1+1"`],
    ['a=1+1', 'a=1+1'],
    // The operation of every heartbeat. A spreadsheet does not calculate it.
    ['-', '-'],
    [' -', "' -"],
  ])('[CLI-1] writes %j so that it is no formula', (cell, shown) => {
    expect(csv.line({ ...event, kind: cell, raw: '' }).split('Z,')[1]).toMatch(
      new RegExp(`^${shown.replaceAll(/[+()\\^$.*?[\]{}|]/g, String.raw`\$&`)},e-12,`),
    );
  });
});

describe('chosen options', () => {
  test('[CLI-61] print only the chosen fields, in their order, in each format', () => {
    const chosen = { ...usual, fields: ['errorCodes', 'seq', 'raw'] satisfies EventField[] };
    const lines = [tableLines(chosen), eventLines('jsonl', chosen), eventLines('csv', chosen)];
    const raw = 'a "text"';
    expect(lines.map((printed) => printed.head + printed.line({ ...event, raw }))).toEqual([
      'ERROR CODES                              SEQ      RAW\nSTART_PROFILE_DOWNLOAD_FAILED CMP-1      12       a "text"\n',
      '{"errorCodes":["START_PROFILE_DOWNLOAD_FAILED","CMP-1"],"seq":12,"raw":"a \\"text\\""}\n',
      'errorCodes,seq,raw\nSTART_PROFILE_DOWNLOAD_FAILED CMP-1,12,"a ""text"""\n',
    ]);
  });

  test('[CLI-61] leave formulas unchanged on request', () => {
    const cell = (cells: CsvCellForm) =>
      eventLines('csv', { ...usual, fields: ['operation'], cells }).line({ ...event, operation: '=1' });
    expect([cell('guarded'), cell('verbatim')]).toEqual(["'=1\n", '=1\n']);
  });

  test('[EXPORT-5] mask names of people in a table, too, and leave out a raw text that cannot be masked', () => {
    const raw = '{"companyName":"Acme Ltd"}';
    const named = { ...event, operation: 'for Acme Ltd', eid: null, requestId: 'Acme Ltd', raw };
    const masked = (fields: EventField[] | null) => tableLines({ fields, mask: ['company'] });
    expect(masked(['operation', 'requestId', 'raw']).line(named)).toBe(
      'for ********                ********                              {"companyName":"********"}\n',
    );
    expect(masked(null).line(named)).not.toContain('Acme');
    const withheld = masked(['seq', 'raw']);
    expect([withheld.line({ ...named, raw: '{ Acme Ltd' }), withheld.withheld()]).toEqual(['12\n', 1]);
  });
});
