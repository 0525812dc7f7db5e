import { describe, expect, test } from 'vitest';
import { csvHead, eventCsv, eventJson, eventTableLine, tableHead } from '../../../src-main/hosts/cli/event-line.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';

const event: StoredEvent = {
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
  iccid: null,
  countryCode: 'SE',
  errorCode: 'START_PROFILE_DOWNLOAD_FAILED',
  errorCodes: ['START_PROFILE_DOWNLOAD_FAILED', 'CMP-1'],
  errorTypes: [],
  seen: false,
  requestId: null,
  resourceCount: null,
  failedCount: null,
  marks: [{ code: 'unknown-error-code', detail: 'CMP-1' }],
  raw: '{ "operation": "DOWNLOADED",\n "note": "\\u00dc" }',
  whole: null,
};
const COLUMNS =
  'seq,receivedAt,kind,id,operation,state,outcome,createdDateTime,principal,eid,iccid,countryCode,errorCode,requestId,raw';

describe('NDJSON', () => {
  test('is one line: the columns in their order, then what this version noticed', () => {
    const line = eventJson(event);
    const fields = JSON.parse(line) as Record<string, unknown>;
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(Object.keys(fields).join(',')).toBe(`${COLUMNS},errorCodes,resourceCount,failedCount,marks,repeats`);
    const { createdAt: _createdAt, whole: _whole, errorTypes: _types, seen: _seen, ...told } = event;
    expect(fields).toEqual({ ...told, receivedAt: '2026-11-21T10:00:00.000Z' });
  });

  test('has the whole name and id of an event where the columns hold their beginning, and there alone', () => {
    const whole = { kind: 'K'.repeat(1_000), id: null };
    expect(JSON.parse(eventJson({ ...event, whole }))).toMatchObject({ kind: 'LOCALIZATION', whole });
    expect(JSON.parse(eventJson(event))).not.toHaveProperty('whole');
  });

  test('gives the received text verbatim, whatever it is, and lets it steer nothing', () => {
    const raw = '\u001b[2J\u009b2J\u007f\u202E\u200b\u2028 =cmd() "quoted"\r\n\u0000\ud800';
    const line = eventJson({ ...event, raw });
    expect((JSON.parse(line) as StoredEvent).raw).toBe(raw);
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
  });
});

describe('the table', () => {
  test('has the columns of its head', () => {
    const [head, line] = [tableHead(), eventTableLine(event)];
    expect([head, line]).toEqual([
      'SEQ      RECEIVED (UTC)            OUTCOME      KIND                  OPERATION                   EID / ICCID / REQUEST              CC  ERROR CODE\n',
      '12       2026-11-21T10:00:00.000Z  failed       LOCALIZATION          DOWNLOADED                  89049032000000000000015423673010   SE  START_PROFILE_DOWNLOAD_FAILED CMP-1\n',
    ]);
  });

  test.each<[what: string, changes: Partial<StoredEvent>, shows: string]>([
    ['the request where there is no eUICC', { eid: null, requestId: 'r-7', iccid: '8946' }, ' r-7 '],
    ['the ICCID where there is nothing else', { eid: null, iccid: '8946' }, ' 8946 '],
    ['what was noticed where there is no error code', { errorCodes: [] }, ' (unknown-error-code)\n'],
  ])('shows %s', (_what, changes, shows) => expect(eventTableLine({ ...event, ...changes })).toContain(shows));

  test('keeps hostile text on its line, and lets it steer nothing', () => {
    const hostile = '\u001b[31mred\r\n\u202Eoverride\u0007\u200b';
    const line = eventTableLine({
      ...event,
      kind: hostile,
      operation: hostile,
      eid: hostile,
      countryCode: hostile,
      errorCodes: [hostile],
    });
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(line.split(String.raw`\u001b[31mred\u000d\u000a\u202eoverride\u0007\u200b`)).toHaveLength(6);
  });
});

describe('CSV', () => {
  test('has the columns of NDJSON, and quotes what needs it', () => {
    expect(csvHead()).toBe(`${COLUMNS}\n`);
    expect(eventCsv({ ...event, kind: 'a,b' })).toBe(
      '12,2026-11-21T10:00:00.000Z,"a,b",e-12,DOWNLOADED,FAILED,failed,2026-11-21T09:59:59.000Z,acme/emea,89049032000000000000015423673010,,SE,START_PROFILE_DOWNLOAD_FAILED,,"{ ""operation"": ""DOWNLOADED"",\n ""note"": ""\\u00dc"" }"\n',
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
    ['\t\u0000 \u00a0\u200b=1+1', "'\t\u0000 \u00a0\u200b=1+1"],
    ['a=1+1', 'a=1+1'],
    // The operation of every heartbeat, which no spreadsheet calculates.
    ['-', '-'],
    [' -', "' -"],
  ])('[CLI-1] %j holds no formula', (cell, shown) => {
    expect(eventCsv({ ...event, kind: cell, raw: '' }).split('Z,')[1]).toMatch(
      new RegExp(`^${shown.replaceAll(/[+()\\^$.*?[\]{}|]/g, String.raw`\$&`)},e-12,`),
    );
  });
});
