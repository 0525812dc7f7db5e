import { describe, expect, it } from 'vitest';
import { requestDocument } from '../../../src-shared/service/request-message.ts';
import { decodeRequest, decode, envelope, requestMessage } from '../../doubles/documented-events.ts';

describe('[DECODE-5] a time is read to its last digit or marked, and never approximated', () => {
  const created = (value: unknown) =>
    decode(
      'HEARTBEAT',
      `{"createdDateTime":${typeof value === 'string' && value.startsWith('=') ? value.slice(1) : JSON.stringify(value)},"principal":"p","operation":"-","state":"IN_PROGRESS"}`,
    );
  const at = Date.UTC(2026, 10, 25, 10, 0, 0, 250);

  it.each([
    '2026-11-25T10:00:00.250Z',
    '2026-11-25T10:00:00.250000000Z',
    '2026-11-25T10:00:00.2500000000000Z',
    '2026-11-25T10:00:00,25Z',
    '2026-11-25T10:00:00.250+0000',
    '2026-11-25T10:00:00.250-00:00',
    '2026-11-25T12:00:00.250+02',
    '2026-11-25T12:00:00.250+0200',
    '2026-11-25T12:00:00.250+02:00:00',
    '2026-11-25T11:00:00.250+01:00[Europe/Oslo]',
    '2026-11-25T10:00:00.250Z[UTC]',
    '2026-11-25t10:00:00.250z',
    '2026-11-25 10:00:00.250 +0000',
    '2026-11-25 10:00:00.250 UTC',
    '2026-11-25T07:30:00.250-02:30',
  ])('so createdDateTime "%s" is a time without a mark', (value) => {
    expect(created(value)).toMatchObject({ createdDateTime: value, createdAt: at, marks: [] });
  });

  it.each([
    ['2024-02-29T23:59:59.999Z', Date.UTC(2024, 1, 29, 23, 59, 59, 999)],
    ['2024-02-28T10:00:00Z', Date.UTC(2024, 1, 28, 10)],
  ])('so createdDateTime "%s" is its own time', (createdDateTime, createdAt) => {
    expect(created(createdDateTime)).toMatchObject({ createdDateTime, createdAt, marks: [] });
  });

  it.each<[unknown, string]>([
    ['=1795600800.250000000', 'unusual-form'],
    ['1795600800.25', 'unusual-form'],
    [{ epochSecond: 1_795_600_800, nano: 250_000_000 }, 'unusual-form'],
    [' 2026-11-25T10:00:00.250Z', 'unusual-form'],
  ])('so createdDateTime %j is a time with a mark', (value, code) => {
    expect(created(value)).toMatchObject({ createdAt: at, marks: [{ code }] });
  });

  it.each<unknown>([
    '2026-11-25T10:00:00.250',
    '2026-11-25T10:00:60Z',
    '2024-02-30T10:00:00.000Z',
    '2023-02-29T10:00:00.000Z',
    '2024-13-01T10:00:00.000Z',
    '0000-00-00T00:00:00.000Z',
    '0024-02-28T10:00:00.000Z',
    '2024-02-28T24:00:00.000Z',
    '2024-02-28T10:60:00.000Z',
    '2024-02-28',
    '2026-11-25T10:00:00.2500000001Z',
    '2026-11-25T10:00:00+24:00',
    '+12026-11-25T10:00:00Z',
    'Wed, 25 Nov 2026',
    1_795_600_800,
    1_795_600_800_250,
    '1795600800250',
    '=1795600800.2500000001',
    '=1.7956008E9',
    '=1795600800250.5',
    [2026, 11, 25, 10, 0, 0, 250_000_000],
    [1_795_600_800, 250_000_000],
    { epochSecond: 1_795_600_800 },
    { seconds: 1_795_600_800, nanos: 0 },
    true,
  ])('so createdDateTime %j is marked and not a time', (value) => {
    expect(created(value)).toMatchObject({ createdAt: null, marks: [{ code: 'invalid-time' }] });
  });

  it('so createdDateTime "yesterday" is kept as text with a mark that repeats it', () => {
    expect(created('yesterday')).toMatchObject({
      createdDateTime: 'yesterday',
      createdAt: null,
      marks: [{ code: 'invalid-time', detail: 'createdDateTime: yesterday' }],
    });
  });

  it.each(['', null])('so createdDateTime %j is missing', (value) => {
    expect(created(value)).toMatchObject({ createdAt: null, marks: [{ code: 'missing-field' }] });
  });

  const times = (value: string) => {
    const message = JSON.stringify(requestMessage).replaceAll('{"epochSecond":1,"nano":2}', value);
    const raw = JSON.stringify({ ...envelope, detailedMessage: message });
    return {
      read: requestDocument(raw)?.message.timeCreated,
      codes: decodeRequest(message).marks.map(({ code }) => code),
    };
  };

  it.each<[string, string, string[]]>([
    ['{"epochSecond":1790000000,"nano":250000000}', '2026-09-21T14:13:20.250000000Z', []],
    ['{"epochSecond":"1790000000","nano":"1"}', '2026-09-21T14:13:20.000000001Z', []],
    ['1790000000.250000001', '2026-09-21T14:13:20.250000001Z', ['unusual-form', 'unusual-form']],
    ['1790000000.0', '2026-09-21T14:13:20.000000000Z', ['unusual-form', 'unusual-form']],
    ['-1.250000000', '1969-12-31T23:59:58.750000000Z', ['unusual-form', 'unusual-form']],
    ['"2026-09-21T16:13:20.000000009+0200"', '2026-09-21T14:13:20.000000009Z', ['unusual-form', 'unusual-form']],
    [
      JSON.stringify('{"epochSecond":1,"nano":2}'),
      '1970-01-01T00:00:01.000000002Z',
      ['encoded-twice', 'encoded-twice'],
    ],
  ])('so timeCreated and lastUpdated %s are %s', (value, read, codes) => {
    expect(times(value)).toEqual({ read, codes });
  });

  it.each([
    '1790000000',
    '1790000000250',
    '1790000000.2500000001',
    '[1790000000,1]',
    '"soon"',
    '{"epochSecond":1,"nano":1000000000}',
    '{"epochSecond":1.5,"nano":0}',
    '{}',
    'true',
  ])('so timeCreated and lastUpdated %s are marked and not a time', (value) => {
    expect(times(value)).toEqual({ read: null, codes: ['invalid-time', 'invalid-time'] });
  });

  it('so timeCreated and lastUpdated that are null get no mark', () => {
    expect(times('null')).toEqual({ read: null, codes: [] });
  });
});
