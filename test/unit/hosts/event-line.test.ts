import { describe, expect, onTestFinished, test } from 'vitest';
import { createEventStoreOpener } from '../../../src-main/adapters/event-store/event-store.ts';
import { EVENT_COLUMNS, eventJson, eventTableLine, tableHead } from '../../../src-main/hosts/cli/event-line.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import { receivedEvent } from '../../conformance/event-store-conformance.ts';
import { Workplace } from '../../support/command.ts';

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
  requestId: null,
  resourceCount: null,
  failedCount: null,
  marks: [{ code: 'unknown-error-code', detail: 'CMP-1' }],
  raw: '{ "operation": "DOWNLOADED",\n "note": "\\u00dc" }',
};
const COLUMNS =
  'seq,receivedAt,kind,id,operation,state,outcome,createdDateTime,principal,eid,iccid,countryCode,errorCode,requestId,raw';

describe('NDJSON', () => {
  test('is one line: the columns in their order, then what this version noticed', () => {
    const line = eventJson(event);
    const fields = JSON.parse(line) as Record<string, unknown>;
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(Object.keys(fields).join(',')).toBe(`${COLUMNS},errorCodes,resourceCount,failedCount,marks,repeats`);
    const { createdAt: _createdAt, ...told } = event;
    expect(fields).toEqual({ ...told, receivedAt: '2026-11-21T10:00:00.000Z' });
  });

  test('gives the received text verbatim, whatever it is', () => {
    const raw = '\u001b[2J\u2028 =cmd() "quoted"\r\n\u0000\ud800';
    expect((JSON.parse(eventJson({ ...event, raw })) as StoredEvent).raw).toBe(raw);
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

test('CSV has the same columns, quotes what needs it, and holds no formula', async () => {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const store = await createEventStoreOpener({ dataDir: workplace.dataDir }).open({
    profileName: 'Acme',
    practice: false,
  });
  const kinds = ['PLAIN', '=HYPERLINK("http://evil.example")', '+1', '@SUM(A1)', 'a,b'];
  const events = kinds.map((kind, index) => receivedEvent(index + 1, { kind, id: null, data: 'no "JSON",\nreally' }));
  await store.append({ session: 'opens', events });
  await store.close();

  const shown = ['PLAIN', `"'=HYPERLINK(""http://evil.example"")"`, "'+1", "'@SUM(A1)", '"a,b"'];
  const rows = shown.map(
    (kind, index) =>
      `${index + 1},1970-01-01T00:00:0${index + 1}.000Z,${kind},,,,unknown,,,,,,,,"no ""JSON"",\nreally"\n`,
  );
  const csv = await workplace.output(['events', '--data-dir', workplace.dataDir, '--format', 'csv']);
  expect(csv).toBe(`${COLUMNS}\n${rows.join('')}`);
  expect(EVENT_COLUMNS.join(',')).toBe(COLUMNS);
});
