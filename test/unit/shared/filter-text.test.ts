import { identifierFields } from '../../../src-shared/domain/event/event-fields.ts';
import { describe, expect, it, test } from 'vitest';
import { type Filter, type FilterTime } from '../../../src-shared/domain/filter/filter.ts';
import { filterSchema } from '../../../src-shared/domain/filter/filter-schema.ts';
import { parseFilter, printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { oneOf, randomFilter } from '../../doubles/random-filters.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { rounds } from '../../support/breadth.ts';

const value = (field: string, ...values: string[]) => ({ kind: 'value', field, values, negated: false });
const text = (...values: string[]) => ({ kind: 'text', values, negated: false });
const not = (term: object) => ({ ...term, negated: true });
const since = (time: FilterTime) => ({ kind: 'since', time });

describe('the text of a filter', () => {
  it.each<[string, object[]]>([
    ['', []],
    [' \t\n', []],
    ['outcome:failed', [value('outcome', 'failed')]],
    ['outcome:failed,partial', [value('outcome', 'failed', 'partial')]],
    ['OUTCOME:Failed', [value('outcome', 'failed')]],
    ['kind:LOCALIZATION country:SE', [value('kind', 'LOCALIZATION'), value('country', 'SE')]],
    ['-code:70,73', [not(value('code', '70', '73'))]],
    ['heartbeat', [text('heartbeat')]],
    ['-heartbeat', [not(text('heartbeat'))]],
    ['text:a,b', [text('a', 'b')]],
    ['a,b', [text('a', 'b')]],
    ['"profile download"', [text('profile download')]],
    ['-"profile download"', [not(text('profile download'))]],
    ['operation:-', [value('operation', '-')]],
    ['operation:"-"', [value('operation', '-')]],
    ['principal:acme:emea', [value('principal', 'acme:emea')]],
    ['id:"a,bc",=d', [value('id', 'a,bc', '=d')]],
    ['eid:8904…,…1964', [value('eid', '8904…', '…1964')]],
    ['EID:8904*,*1964,*0154*', [value('eid', '8904…', '…1964', '0154')]],
    ['eid:8904**,**1964,*…0154…*', [value('eid', '8904…', '…1964', '0154')]],
    ['eid:"89*04",=89*04,"a*b1964"*', [value('eid', '89*04', '=89*04', 'a*b1964…')]],
    [
      'or "OR" -NOT country:OR a,OR',
      [text('or'), text('OR'), not(text('NOT')), value('country', 'OR'), text('a', 'OR')],
    ],
    ['eid:"8904*","*1964"', [value('eid', '8904*', '*1964')]],
    ['-request:=7,="a b"', [not(value('request', '=7', '=a b'))]],
    ['imsi:=2400* resource:24"0 0"7*', [value('imsi', '=2400*'), value('resource', '240 07…')]],
    ['id:="a b","a b c"*,*"a b c","a b c*"', [value('id', '=a b', 'a b c…', '…a b c', 'a b c*')]],
    ['kind:A* type:CMP_ERROR', [value('kind', 'A*'), value('type', 'CMP_ERROR')]],
    ['seen:no', [{ kind: 'seen', seen: false }]],
    [
      'seen:YES -seen:yes',
      [
        { kind: 'seen', seen: true },
        { kind: 'seen', seen: false },
      ],
    ],
    ['mark:Text-Lost', [value('mark', 'text-lost')]],
    [String.raw`"say \"no\" to C:\\temp \n"`, [text(String.raw`say "no" to C:\temp \n`)]],
    [String.raw`C:\temp`.slice(2), [text(String.raw`\temp`)]],
    ['"outcome:failed"', [text('outcome:failed')]],
    ['2024-02-28T10:00', [text('2024-02-28T10:00')]],
    ['--x', [not(text('-x'))]],
    ['mark:unknown-kind 監視', [value('mark', 'unknown-kind'), text('監視')]],
  ])('is parsed: %j', (written, terms) => {
    expect(parseFilter(written)).toEqual({ kind: 'filter', filter: { terms } });
  });

  it.each<[string, FilterTime]>([
    ['-24h', { kind: 'ago', ms: 86_400_000 }],
    ['24h', { kind: 'ago', ms: 86_400_000 }],
    ['-1.5m', { kind: 'ago', ms: 90_000 }],
    ['-90s', { kind: 'ago', ms: 90_000 }],
    ['-7d', { kind: 'ago', ms: 604_800_000 }],
    ['-250ms', { kind: 'ago', ms: 250 }],
    ['-1w', { kind: 'ago', ms: 604_800_000 }],
    ['1h30m', { kind: 'ago', ms: 5_400_000 }],
    ['"2 days ago"', { kind: 'ago', ms: 172_800_000 }],
    ['"1 hour 30 min ago"', { kind: 'ago', ms: 5_400_000 }],
    ['3weeks', { kind: 'ago', ms: 1_814_400_000 }],
    ['now', { kind: 'ago', ms: 0 }],
    ['today', { kind: 'day', day: 'today' }],
    ['Yesterday', { kind: 'day', day: 'yesterday' }],
    ['mon', { kind: 'day', day: 'mon' }],
    ['2024-02-29', { kind: 'at', at: Date.UTC(2024, 1, 29) }],
    ['2024-02-28T10:00', { kind: 'at', at: Date.UTC(2024, 1, 28, 10) }],
    ['"2024-02-28 10:00:01"', { kind: 'at', at: Date.UTC(2024, 1, 28, 10, 0, 1) }],
    ['2024-02-28T10:00:00.125Z', { kind: 'at', at: Date.UTC(2024, 1, 28, 10, 0, 0, 125) }],
    ['2024-02-28T12:00+02:00', { kind: 'at', at: Date.UTC(2024, 1, 28, 10) }],
    ['2024-02-28T07:30-0230', { kind: 'at', at: Date.UTC(2024, 1, 28, 10) }],
    ['@1709114400000.5', { kind: 'at', at: 1_709_114_400_000.5 }],
  ])('is parsed with the time since:%s', (written, time) => {
    expect(parseFilter(`since:${written}`)).toEqual({ kind: 'filter', filter: { terms: [since(time)] } });
  });
});

/** The carets mark the text that the mistake covers. */
describe('[FILTER-2] a mistake in a filter has an exact position', () => {
  const long = 'x'.repeat(257);
  it.each([
    ['colour:red', 'unknown-field', '^^^^^^'],
    ['country:SE -colour:red', 'unknown-field', '            ^^^^^^'],
    ['https://example.com', 'unknown-field', '^^^^^'],
    ['outcome:failed,green', 'unknown-value', '               ^^^^^'],
    ['outcome:"green"', 'unknown-value', '        ^^^^^^^'],
    ['mark:odd', 'unknown-value', '     ^^^'],
    ['seen:maybe', 'unknown-value', '     ^^^^^'],
    ['seen:yes,no', 'unknown-value', '     ^^^^^^'],
    ['eid:890', 'too-short', '    ^^^'],
    ['eid:8904,*964', 'too-short', '         ^^^^'],
    ['imsi:240…', 'too-short', '     ^^^^'],
    ['id:"*24"', 'too-short', '   ^^^^^'],
    ['event:=', 'too-short', '      ^'],
    ['request:***', 'too-short', '        ^^^'],
    ['eid:89*04', 'sign-within', '      ^'],
    ['id:8904,*89…04*', 'sign-within', '           ^'],
    ['iccid:"8904"*"1964"', 'sign-within', '            ^'],
    ['outcome:failed OR outcome:partial', 'operator', '               ^^'],
    ['NOT outcome:failed', 'operator', '^^^'],
    ['a AND b', 'operator', '  ^^^'],
    ['( a | b )', 'operator', '^'],
    ['a || b', 'operator', '  ^^'],
    ['a && b', 'operator', '  ^^'],
    ['kind:', 'missing-value', '^^^^^'],
    ['-kind: x', 'missing-value', '^^^^^^'],
    ['kind:,A', 'missing-value', '^^^^^'],
    ['kind:A,,B', 'missing-value', '      ^'],
    ['kind:A, B', 'missing-value', '      ^'],
    ['kind:A,""', 'missing-value', '       ^^'],
    ['a - b', 'missing-value', '  ^'],
    [',a', 'missing-value', '^'],
    ['""', 'missing-value', '^^'],
    ['a "b c', 'open-quote', '  ^^^^'],
    [String.raw`kind:"A\"`, 'open-quote', '     ^^^^'],
    ['5"', 'open-quote', ' ^'],
    ['since:2024-02-30', 'bad-time', '      ^^^^^^^^^^'],
    ['since:2023-02-29T10:00Z', 'bad-time', '      ^^^^^^^^^^^^^^^^^'],
    ['until:tomorrow', 'bad-time', '      ^^^^^^^^'],
    ['since:ago', 'bad-time', '      ^^^'],
    [`since:${'1e'.repeat(100)}`, 'bad-time', `      ${'^'.repeat(200)}`],
    ['since:2daysago', 'bad-time', '      ^^^^^^^^'],
    ['since:1M', 'bad-time', '      ^^'],
    ['since:1732600000', 'bad-time', '      ^^^^^^^^^^'],
    ['since:24', 'bad-time', '      ^^'],
    ['since:-1y', 'bad-time', '      ^^^'],
    ['since:24:00', 'bad-time', '      ^^^^^'],
    ['since:-24h,-1h', 'bad-time', '      ^^^^^^^^'],
    ['since:-1e999d', 'bad-time', '      ^^^^^^^'],
    ['x -since:-24h', 'not-negatable', '  ^'],
    [`kind:${long}`, 'too-long', `     ${'^'.repeat(257)}`],
    [`kind:${'A,'.repeat(64)}B`, 'too-long', `${' '.repeat(133)}^`],
    [`${'A '.repeat(64)}kind:B`, 'too-long', `${' '.repeat(128)}^^^^^^`],
  ])('in %j', (written, problem, carets) => {
    const at = carets.indexOf('^');
    expect(parseFilter(written)).toEqual({ kind: 'mistake', at, length: carets.length - at, problem });
  });
});

test.each([
  [{ kind: 'value', field: 'eid', values: ['8904', '890'], negated: false }, false],
  [{ kind: 'value', field: 'eid', values: ['…890'], negated: true }, false],
  [{ kind: 'value', field: 'id', values: ['='], negated: false }, false],
  [{ kind: 'value', field: 'eid', values: ['8904', '=7'], negated: false }, true],
  [{ kind: 'value', field: 'outcome', values: ['green'], negated: false }, false],
  [{ kind: 'value', field: 'mark', values: ['odd'], negated: false }, false],
  [{ kind: 'value', field: 'kind', values: ['GREEN'], negated: false }, true],
  [{ kind: 'value', field: 'kind', values: [''], negated: false }, false],
])('[READ-3] a filter term that no text could express is refused: %j %j', (term, isFilter) => {
  expect(filterSchema.safeParse({ terms: [term] }).success).toBe(isFilter);
});

describe('[READ-3] printing and parsing a filter are inverse to each other', () => {
  const signs = Array.from('aZé監9 \t,:"\\-\n\u00a0😀(|\ud800');
  const operators = ['OR', 'AND', '|', '('];
  const word = (random: (limit: number) => number) =>
    random(12) === 0
      ? oneOf(operators, random)
      : Array.from({ length: 1 + random(8) }, () => oneOf(signs, random)).join('');
  const time = (random: (limit: number) => number): FilterTime => {
    const number = oneOf([1, 1_000, 60_000, 3_600_000, 1e12, 1e17, 0.001, 1 / 3], random) * random(1_000_000);
    if (random(8) === 0) return { kind: 'day', day: oneOf(['today', 'yesterday', 'mon'], random) };
    if (random(2) === 0) return { kind: 'ago', ms: number };
    return { kind: 'at', at: random(2) === 0 ? number : -number - 1 };
  };
  const fragment = (random: (limit: number) => number) => {
    const sign = oneOf(['', '', '…', '*', '='], random);
    const long = `${word(random)}${word(random)}1964`;
    return oneOf(
      [
        long,
        `${long}…`,
        `…${long}`,
        `=${word(random)}`,
        `*${long}`,
        `${long}*`,
        `…${long}…`,
        `${sign}${long}…`,
        `…${long}${sign}`,
      ],
      random,
    );
  };
  const pool = {
    values: (field: string, random: (limit: number) => number) =>
      identifierFields.some((identifier) => identifier === field) ? fragment(random) : word(random),
    time,
    maxTerms: 6,
  };

  const count = rounds({ usual: 2_000, thorough: 20_000 });

  it(`for ${count} random filters`, () => {
    const random = randomNumbers(7);
    for (let round = 0; round < count; round += 1) {
      const filter: Filter = randomFilter(random, pool);
      const printed = printFilter(filter);
      expect({ printed, ...parseFilter(printed) }).toEqual({ printed, kind: 'filter', filter });
      expect(filterSchema.safeParse(filter).success).toBe(true);
    }
  });

  it(`for ${count} random texts: a valid text prints as a text with the same filter, and no text throws`, () => {
    const random = randomNumbers(11);
    const fragments = [
      ' ',
      ...'kind: eid: seen: no * = … 8904 outcome: failed since: -24h 2024-02-28 - , " x \\ : OR |'.split(' '),
    ];
    let read = 0;
    for (let round = 0; round < count; round += 1) {
      const written = Array.from({ length: random(9) }, () => oneOf(fragments, random)).join('');
      const parsed = parseFilter(written);
      if (parsed.kind === 'mistake') {
        expect({ written, inside: parsed.length > 0 && parsed.at + parsed.length <= written.length }).toEqual({
          written,
          inside: true,
        });
        continue;
      }
      read += 1;
      expect({ written, parsed: parseFilter(printFilter(parsed.filter)) }).toEqual({ written, parsed });
      expect(filterSchema.safeParse(parsed.filter).success).toBe(true);
    }
    expect(read).toBeGreaterThan(count / 20);
  });

  it('and a printed filter looks as a user would type it', () => {
    const written =
      'outcome:failed,partial country:SE eid:8904…,…1964,=7 -code:70 seen:no since:-12h until:2024-02-28T10:00:00Z "two words" -x';
    const parsed = parseFilter(written);
    expect(parsed.kind === 'filter' && printFilter(parsed.filter)).toBe(written);
  });
});
