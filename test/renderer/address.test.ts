import { describe, expect, it } from 'vitest';
import type { AddressCodec } from '../../src-renderer/address/address-codec.ts';
import {
  changeAddress,
  removeInvalidParameter,
  printAddressText,
  parseAddress,
  parseAddressText,
} from '../../src-renderer/address/address-text.ts';
import {
  coverageAddress,
  coverageSpanNames,
  screenAddresses,
  type ScreenName,
  type TimelineAddress,
  timelineAddress,
} from '../../src-renderer/address/screen-addresses.ts';
import { hrefOf } from '../../src-renderer/address/use-address.ts';
import { fixedSpan } from '../../src-renderer/time/report-span.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter/filter.ts';
import { filterSchema } from '../../src-shared/domain/filter/filter-schema.ts';
import { oneOf, randomFilter } from '../doubles/random-filters.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';

const FAILED: Filter = { terms: [{ kind: 'value', field: 'outcome', values: ['failed'], negated: false }] };
const NOTHING_SAID: TimelineAddress = { filter: EVERYTHING, event: null, gap: null, around: null };

function timelineOf(hash: string) {
  const { value, invalidParameters } = parseAddress(timelineAddress, parseAddressText(hash));
  return { value, wrong: invalidParameters };
}
function changed(hash: string, part: Partial<TimelineAddress>): string {
  return printAddressText(changeAddress(timelineAddress, parseAddressText(hash), part));
}

describe('parsing the address of every screen', () => {
  const parsed = (screen: ScreenName, parameters: string) =>
    parseAddress<object>(screenAddresses[screen], parseAddressText(`#/${screen}?${parameters}`));

  it.each<[ScreenName, string]>([
    ['localizations', 'by=zzz'],
    ['localizations', 'group=nonsense'],
    ['localizations', 'case=nonsense'],
    ['requests', 'case=nonsense'],
    ['subscriptions', 'row=-4'],
    ['subscriptions', 'sort=zzz:sideways'],
    ['subscriptions', 'part=what'],
    ['coverage', 'gap=none'],
    ['settings', 'part=zzz'],
    ['settings', 'at=somewhere'],
    ['report', 'span=banana'],
    ['report', 'span=2026-13-45..2026-11-21'],
    ['report', 'span=99999999h'],
    ['report', 'span=0h'],
    ['report', 'span=2026-11-21T14:00Z..2026-11-21T06:00Z'],
    ['report', 'span=2026-01-01T00:00Z..2026-11-21T00:00Z'],
    ['report', 'span=2026-11-21..2026-11-22..2026-11-23'],
    ['report', 'span=5..6'],
  ])('[PAGE-38] %s reports %s with the reason and uses the default', (screen, parameter) => {
    const [name, text] = parameter.split('=');
    const { value, invalidParameters } = parsed(screen, parameter);
    expect(value).toEqual(parsed(screen, '').value);
    expect(invalidParameters).toEqual([{ name, text, problem: expect.stringMatching(/^(?:It|Its|A) .+\.$/) }]);
  });

  it.each<[ScreenName, string, object]>([
    ['localizations', 'by=eid&find=zzz', { by: 'eid', find: 'zzz' }],
    ['localizations', 'by=', { by: '' }],
    ['subscriptions', 'part=ids&sort=state:desc', { part: 'ids', sort: 'state:desc' }],
    ['settings', 'part=alarms&at=test', { part: 'alarms', at: 'test' }],
    ['report', 'span=12h', { span: { kind: 'last', hours: 12 } }],
    ['report', '', { span: { kind: 'last', hours: 8 } }],
    [
      'report',
      'span=2026-11-21T06:00Z..2026-11-21T14:00:00.000Z',
      { span: { kind: 'fixed', from: Date.UTC(2026, 10, 21, 6), to: Date.UTC(2026, 10, 21, 14) } },
    ],
  ])('%s accepts %s', (screen, parameters, part) => {
    const { value, invalidParameters } = parsed(screen, parameters);
    expect([value, invalidParameters]).toEqual([expect.objectContaining(part), []]);
  });

  it('[PAGE-38] a link to a report covers at most the last 31 days of its span, one of which may have 25 hours', () => {
    const to = Date.UTC(2026, 10, 21, 14);
    expect(hrefOf('report', { span: fixedSpan({ from: to - 3_600_000, to }) })).toBe(
      '#/report?span=2026-11-21T13:00:00.000Z..2026-11-21T14:00:00.000Z',
    );
    expect(hrefOf('report', { span: fixedSpan({ from: 0, to }) })).toBe(
      '#/report?span=2026-10-21T13:00:00.000Z..2026-11-21T14:00:00.000Z',
    );
  });
});

describe('parsing the timeline address', () => {
  it.each<[string, Partial<TimelineAddress>]>([
    ['', {}],
    ['#/timeline', {}],
    ['#/timeline?', {}],
    ['#/timeline?&&', {}],
    ['#/timeline?q=outcome:failed', { filter: FAILED }],
    ['#/timeline?q=outcome%3Afailed&event=4712', { filter: FAILED, event: 4712 }],
    ['#timeline?around=7', { around: 7 }],
  ])('accepts %j', (hash, part) => {
    expect(timelineOf(hash)).toEqual({ value: { ...NOTHING_SAID, ...part }, wrong: [] });
  });

  it.each([
    ['event', '0', '0'],
    ['event', '-1', '-1'],
    ['event', '1.5', '1.5'],
    ['event', '', ''],
    ['event', '99999999999999999999', '99999999999999999999'],
    ['around', 'abc', 'abc'],
    ['around', '%E0%A4', '%E0%A4'],
    ['q', 'outcome:faled', 'outcome:faled'],
    ['q', '%22open', '"open'],
  ])('[PAGE-38] reports %s=%s as invalid and uses the default', (name, written, text) => {
    const { value, wrong } = timelineOf(
      `#/timeline?${name}=${written}&event=5`.replace('&event=5', name === 'event' ? '' : '&event=5'),
    );
    expect({ value, wrong }).toEqual({
      value: { ...NOTHING_SAID, event: name === 'event' ? null : 5 },
      wrong: [{ name, text, problem: expect.stringMatching(/^[A-Z].*[.?]$/) }],
    });
  });

  it('uses the first of two equal parameters and reports the others', () => {
    expect(timelineOf('#/timeline?event=5&event=6')).toEqual({
      value: { ...NOTHING_SAID, event: 5 },
      wrong: [{ name: 'event', text: '6', problem: 'It is there more than once; the first one is used.' }],
    });
  });

  it('[PAGE-38] reports a parameter that is repeated 200,000 times once, and does not throw', () => {
    expect(timelineOf(`#/timeline?${'event=x&'.repeat(200_000)}`)).toEqual({
      value: NOTHING_SAID,
      wrong: [
        { name: 'event', text: 'x', problem: 'It must be the number of an event, such as 4712.' },
        { name: 'event', text: 'x', problem: 'It is there more than once; the first one is used.' },
      ],
    });
  });

  it('returns the same objects for parts whose text did not change', () => {
    const first = parseAddress(timelineAddress, parseAddressText('#/timeline?q=outcome:failed&event=5&x=1'));
    const again = parseAddress(timelineAddress, parseAddressText('#/timeline?x=2&q=outcome:failed&event=5'), first);
    const other = parseAddress(timelineAddress, parseAddressText('#/timeline?q=outcome:failed&event=6'), first);
    expect(again).toBe(first);
    expect(other.value.filter).toBe(first.value.filter);
    expect(other.value).toEqual({ filter: FAILED, event: 6, gap: null, around: null });
  });
});

describe('a change of the address', () => {
  it.each<[string, Partial<TimelineAddress>, string]>([
    ['#/timeline', { event: 5 }, '#/timeline?event=5'],
    ['#/timeline?event=5', { event: null }, '#/timeline'],
    ['#/timeline?q=outcome:failed&event=5', { event: 6 }, '#/timeline?q=outcome:failed&event=6'],
    ['#/timeline?event=5', { filter: FAILED }, '#/timeline?event=5&q=outcome:failed'],
    ['#/timeline?event=5&event=6', { event: 7 }, '#/timeline?event=7'],
    ['#/timeline?event=x', { event: 7 }, '#/timeline?event=7'],
    ['#/timeline?event=5', {}, '#/timeline?event=5'],
  ])('turns %j with %j into %j', (hash, part, result) => {
    expect(changed(hash, part)).toBe(result);
  });

  it('[PAGE-38] keeps the text and the position of unknown parameters', () => {
    expect(changed('#/timeline?a=%zz&event=5&b&__proto__=1&c=%20x+y&a=2', { event: 6, filter: FAILED })).toBe(
      '#/timeline?a=%zz&event=6&b&__proto__=1&c=%20x+y&a=2&q=outcome:failed',
    );
  });

  it('removes invalid parameters and nothing else', () => {
    const dropped = (hash: string, name: string) =>
      printAddressText(removeInvalidParameter(timelineAddress, parseAddressText(hash), name));
    expect(dropped('#/timeline?a=1&event=x&q=outcome:failed', 'event')).toBe('#/timeline?a=1&q=outcome:failed');
    expect(dropped('#/timeline?event=5&event=6', 'event')).toBe('#/timeline?event=5');
    expect(dropped('#/timeline?event=5', 'event')).toBe('#/timeline?event=5');
    expect(dropped('#/timeline?a=1', 'a')).toBe('#/timeline?a=1');
  });

  it('keeps the filter readable in a link', () => {
    expect(hrefOf('timeline', { filter: FAILED, event: 5 })).toBe('#/timeline?q=outcome:failed&event=5');
    expect(hrefOf('coverage', { gap: 3 })).toBe('#/coverage?gap=3');
    expect(hrefOf('data')).toBe('#/data');
  });
});

const random = randomNumbers(20_261_121);
const SIGNS = [
  '&',
  '=',
  '?',
  '#',
  '%',
  '+',
  ' ',
  '"',
  '\\',
  ',',
  ':',
  '/',
  '監',
  '\u{1F600}',
  '\u202E',
  'a',
  '7',
  '\n',
];
const letters = (most: number) => Array.from({ length: random(most) }, () => oneOf(SIGNS, random)).join('');

describe('addresses with random content', () => {
  const number = () => (random(3) === 0 ? null : 1 + random(10_000_000));
  const pool = {
    values: () => `${letters(8)}x`,
    time: () => ({ kind: 'ago', ms: random(10_000_000) }) as const,
    maxTerms: 5,
  };

  it('[PAGE-38] are parsed into the values that they were printed from', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const filter = filterSchema.parse(randomFilter(random, pool));
      const value = { filter, event: number(), gap: number(), around: number() };
      expect(timelineOf(hrefOf('timeline', value))).toEqual({ value, wrong: [] });
      const at = random(2) === 0 ? null : random(4e12);
      const coverage = { span: oneOf(coverageSpanNames, random), gap: number(), at };
      expect(parseAddress(coverageAddress, parseAddressText(hrefOf('coverage', coverage))).value).toEqual(coverage);
    }
  });

  it('[PAGE-38] are parsed without a throw and keep unknown parameters', () => {
    const codecs: AddressCodec<object>[] = Object.values(screenAddresses);
    for (let round = 0; round < 5_000; round += 1) {
      const hash = `#${oneOf(['', '/', '/timeline?', '/coverage?', '/x/y?'], random)}${letters(30)}`;
      const text = parseAddressText(hash);
      for (const codec of codecs) parseAddress(codec, text);
      const names = new Set(['q', 'event', 'around']);
      const strangers = (of: string) =>
        parseAddressText(of)
          .parameters.filter(({ name }) => !names.has(name))
          .map(({ written }) => written);
      expect(strangers(changed(hash, { event: number(), filter: FAILED }))).toEqual(strangers(hash));
    }
  });
});
