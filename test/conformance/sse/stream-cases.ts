/**
 * Lists the cases of the public web-platform-tests eventsource suite that apply outside a browser, each with the name
 * of its file there; cases without such a name are from Watchfloor. Streams are text, or bytes if text cannot express
 * them.
 */
import type { SpecEvent } from '../../support/spec-reader.ts';

export interface StreamCase {
  readonly name: string;
  readonly body: string | Uint8Array;
  readonly contentType?: string;
  readonly events: readonly SpecEvent[];
  readonly retryMs?: number;
  /** Id from which the stream would resume. Default: the id of the last event that has one. */
  readonly lastEventId?: string;
  readonly cutBytes?: number;
}

const message = (data: string, id: string | null = null): SpecEvent => ({ kind: 'message', id, data });
const longText = 'x'.repeat(2 * 1024);

export const streamCases: readonly StreamCase[] = [
  { name: 'format-bom', body: '\uFEFFdata:1\n\n\uFEFFdata:2\n\ndata:3\n\n', events: [message('1'), message('3')] },
  {
    name: 'format-bom-2: only one of two byte order marks is removed',
    body: '\uFEFF\uFEFFdata:1\n\ndata:2\n\ndata:3\n\n',
    events: [message('2'), message('3')],
  },
  {
    name: 'a third byte order mark spoils its line only',
    body: '\uFEFF\uFEFF\uFEFFdata:1\n\ndata:2\n\n',
    events: [message('2')],
  },
  {
    name: 'a part of a byte order mark spoils its line only',
    body: Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from('data:1\ndata:2\n\n')]),
    events: [message('2')],
  },
  { name: 'a byte order mark in data stays', body: 'data:\uFEFF1\n\n', events: [message('\uFEFF1')] },
  { name: 'a byte order mark and nothing else', body: '\uFEFF', events: [] },
  { name: 'an empty stream', body: '', events: [] },
  { name: 'only blank lines', body: '\n\n\r\r\n\n', events: [] },
  {
    name: 'format-comments',
    body: `data:1\r:\0\n:\r\ndata:2\n:${longText}\rdata:3\n:data:fail\r:${longText}\ndata:4\n\n`,
    events: [message('1\n2\n3\n4')],
  },
  {
    name: 'format-data-before-final-empty-line',
    body: 'retry:1000\ndata:test1\n\nid:test\ndata:test2',
    events: [message('test1')],
    retryMs: 1000,
    cutBytes: 18,
  },
  {
    name: 'an event whose last line has ended but whose blank line is missing',
    body: 'data:1\n\ndata:2\n',
    events: [message('1')],
    cutBytes: 7,
  },
  { name: 'a comment at the end is not an unfinished event', body: 'data:1\n\n: ping\n', events: [message('1')] },
  {
    name: 'format-field-data',
    body: 'data:\n\ndata\ndata\n\ndata:test\n\n',
    events: [message(''), message('\n'), message('test')],
  },
  {
    name: 'format-field-event',
    body: 'event:test\ndata:x\n\ndata:x\n\n',
    events: [{ kind: 'test', id: null, data: 'x' }, message('x')],
  },
  { name: 'format-field-event-empty', body: 'event: \ndata:data\n\n', events: [message('data')] },
  { name: 'event without a colon', body: 'event:test\nevent\ndata:data\n\n', events: [message('data')] },
  {
    name: 'the last of several event fields counts',
    body: 'event:a\nevent:b\ndata:x\n\n',
    events: [{ kind: 'b', id: null, data: 'x' }],
  },
  {
    name: 'an event field without data is no event and does not apply to the next one',
    body: 'event:a\n\ndata:x\n\n',
    events: [message('x')],
  },
  { name: 'format-field-id', body: 'id:…\ndata:hello\n\n', events: [message('hello', '…')] },
  {
    name: 'format-field-id-2: id belongs to its own event, and an empty one resets',
    body: 'id:1\ndata:a\n\ndata:b\n\nid\ndata:c\n\nid:\ndata:d\n\n',
    events: [message('a', '1'), message('b'), message('c', ''), message('d', '')],
  },
  { name: 'format-field-id-null', body: 'id:\0\ndata:1\n\nid:a\0b\ndata:2\n\n', events: [message('1'), message('2')] },
  { name: 'an id with NUL does not undo the one before', body: 'id:7\nid:\0\ndata:1\n\n', events: [message('1', '7')] },
  { name: 'id after data', body: 'data:1\nid:9\n\n', events: [message('1', '9')] },
  {
    name: 'the id of an event without data does not apply to the next one, but the stream resumes from it',
    body: 'id:1\n\ndata:x\n\n',
    events: [message('x')],
    lastEventId: '1',
  },
  {
    name: 'ids without data move the cursor between events',
    body: 'id:5\ndata:x\n\nid:8\n\nevent:y\nid: 9\n\n',
    events: [message('x', '5')],
    lastEventId: '9',
  },
  {
    name: 'an empty id without data resets the cursor',
    body: 'id:5\ndata:x\n\nid\n\n',
    events: [message('x', '5')],
    lastEventId: '',
  },
  {
    name: 'an id without data and without its blank line moves nothing',
    body: 'id:5\ndata:x\n\nid:9\n',
    events: [message('x', '5')],
    lastEventId: '5',
    cutBytes: 5,
  },
  {
    name: 'format-field-parsing',
    body: 'data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n',
    events: [message('\0\n 2\n1\n3\n\n4')],
  },
  { name: 'format-field-retry', body: 'retry:03000\ndata:x\n\n', events: [message('x')], retryMs: 3000 },
  {
    name: 'format-field-retry-bogus',
    body: 'retry:3000\nretry:1000x\ndata:x\n\n',
    events: [message('x')],
    retryMs: 3000,
  },
  { name: 'format-field-retry-empty', body: 'retry\ndata:test\n\n', events: [message('test')] },
  {
    name: 'retry negative, exponent, fraction, spaces',
    body: 'retry:-1\nretry:1e4\nretry:2.5\nretry:  5000\n\n',
    events: [],
  },
  { name: 'retry counts without a blank line', body: 'retry:5000\n', events: [], retryMs: 5000 },
  { name: 'retry of 0 becomes 1 s', body: 'retry:0\n\n', events: [], retryMs: 1000 },
  { name: 'retry of 23 digits becomes 60 s', body: `retry:${'9'.repeat(23)}\n\n`, events: [], retryMs: 60_000 },
  { name: 'retry of 2^31 becomes 60 s', body: 'retry:2147483648\n\n', events: [], retryMs: 60_000 },
  {
    name: 'format-field-unknown',
    body: 'data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\n\n',
    events: [message('test\n')],
  },
  { name: 'field names are case-sensitive', body: 'DATA:1\nData:2\ndata:3\n\n', events: [message('3')] },
  { name: 'a longer name is another field', body: 'database:1\nevents:2\nidx:3\ndata:4\n\n', events: [message('4')] },
  { name: 'a shorter name is another field', body: 'dat:1\neven:2\ni:3\nd\ndata:4\n\n', events: [message('4')] },
  { name: 'format-leading-space', body: 'data:\ttest\rdata: \ndata:test\n\n', events: [message('\ttest\n\ntest')] },
  { name: 'only one leading space is removed', body: 'data:  two\n\n', events: [message(' two')] },
  { name: 'a space before the colon is part of the name', body: 'data :1\ndata:2\n\n', events: [message('2')] },
  { name: 'format-newlines', body: 'data:test\r\ndata\ndata:test\r\n\r', events: [message('test\n\ntest')] },
  {
    name: 'only CR as line end',
    body: 'event:a\rdata:1\r\rdata:2\r\r',
    events: [{ kind: 'a', id: null, data: '1' }, message('2')],
  },
  {
    name: 'only CRLF as line end',
    body: 'event:a\r\ndata:1\r\n\r\ndata:2\r\n\r\n',
    events: [{ kind: 'a', id: null, data: '1' }, message('2')],
  },
  { name: 'LF CR is two line ends', body: 'data:1\n\rdata:2\n\r', events: [message('1'), message('2')] },
  { name: 'CR CRLF is two line ends', body: 'data:1\r\r\ndata:2\n\n', events: [message('1'), message('2')] },
  {
    name: 'other line separators of Unicode end no line',
    body: 'data:a\u2028b\u0085c\u000Bd\n\n',
    events: [message('a\u2028b\u0085c\u000Bd')],
  },
  { name: 'format-null-character', body: 'data:\0\n\n\n\n', events: [message('\0')] },
  {
    name: 'format-utf-8: the charset is ignored',
    body: 'data:ok…\n\n',
    contentType: 'text/event-stream;charset=windows-1252',
    events: [message('ok…')],
  },
  {
    name: 'invalid UTF-8 becomes U+FFFD and ends with its event',
    body: Buffer.concat([Buffer.from('data:a'), Buffer.from([0xff, 0xe2, 0x82]), Buffer.from('\n\ndata:b\n\n')]),
    events: [message('a\uFFFD\uFFFD'), message('b')],
  },
  {
    name: 'characters of four bytes',
    body: 'event:😀\nid:😀\ndata:😀😀\n\n',
    events: [{ kind: '😀', id: '😀', data: '😀😀' }],
  },
  {
    name: 'event-data',
    body: 'data:msg\ndata: msg\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n',
    events: [message('msg\nmsg'), message(''), message('end')],
  },
  { name: 'a value with colons', body: 'data:a:b: c\n\n', events: [message('a:b: c')] },
  {
    name: 'reserved names such as error and __proto__ are ordinary kinds',
    body: ['error', 'open', 'close', 'constructor', '__proto__', 'toString']
      .map((kind) => `event:${kind}\ndata:x\n\n`)
      .join(''),
    events: ['error', 'open', 'close', 'constructor', '__proto__', 'toString'].map((kind) => ({
      kind,
      id: null,
      data: 'x',
    })),
  },
  { name: 'kind message', body: 'event:message\ndata:x\n\n', events: [message('x')] },
  {
    name: 'format-mime-trailing-semicolon',
    body: 'data:x\n\n',
    contentType: 'text/event-stream;',
    events: [message('x')],
  },
  {
    name: 'format-mime-valid-bogus',
    body: 'data:x\n\n',
    contentType: 'text/event-stream;x bogus',
    events: [message('x')],
  },
  ...['text/event-stream, text/event-stream', 'text/event-stream;charset=utf-8, Text/Event-Stream'].map(
    (contentType) => ({
      name: `content type that the server sends twice: ${contentType}`,
      body: 'data:x\n\n',
      contentType,
      events: [message('x')],
    }),
  ),
  {
    name: 'content type in mixed case',
    body: 'data:x\n\n',
    contentType: 'Text/Event-Stream; Charset=UTF-8',
    events: [message('x')],
  },
  {
    name: 'the example events of the service document: lines in any order',
    body: 'event: HEARTBEAT\nid: 42\nretry: 3000\ndata: {"state":"IN_PROGRESS"}\n\ndata: {}\nid: 43\nevent: SUBSCRIPTION_ENDED\n\n',
    events: [
      { kind: 'HEARTBEAT', id: '42', data: '{"state":"IN_PROGRESS"}' },
      { kind: 'SUBSCRIPTION_ENDED', id: '43', data: '{}' },
    ],
    retryMs: 3000,
  },
];
