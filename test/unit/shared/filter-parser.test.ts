import { describe, expect, it, test } from 'vitest';
import { describeFilterMistake } from '../../../src-shared/domain/filter/filter-mistake.ts';
import { type ParsedTerm, parseTerms, termAt } from '../../../src-shared/domain/filter/filter-parser.ts';
import { parseFilter, printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { nearestWord } from '../../../src-shared/lib/nearest-word.ts';
import { oneOf } from '../../doubles/random-filters.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';

const shown = ({ at, end, negated, field, values, mistake }: ParsedTerm, text: string) => ({
  term: text.slice(at, end),
  negated,
  field: field?.text ?? null,
  values: values.map((value) => [value.text, text.slice(value.at, value.end)]),
  mistake: mistake === null ? null : [mistake.problem, text.slice(mistake.at, mistake.at + mistake.length)],
});

describe('[FILTER-2] parsing continues after a mistake', () => {
  const text = '-Code:70,"a b" outcome:failled  seen:no kind: eid:89*,8904* "x y';
  test('term by term, with the position of each word', () => {
    expect([...parseTerms(text)].map((term) => shown(term, text))).toEqual([
      {
        term: '-Code:70,"a b"',
        negated: true,
        field: 'Code',
        values: [
          ['70', '70'],
          ['a b', '"a b"'],
        ],
        mistake: null,
      },
      {
        term: 'outcome:failled',
        negated: false,
        field: 'outcome',
        values: [['failled', 'failled']],
        mistake: ['unknown-value', 'failled'],
      },
      { term: 'seen:no', negated: false, field: 'seen', values: [['no', 'no']], mistake: null },
      { term: 'kind:', negated: false, field: 'kind', values: [['', '']], mistake: ['missing-value', 'kind:'] },
      {
        term: 'eid:89*,8904*',
        negated: false,
        field: 'eid',
        values: [
          ['89…', '89*'],
          ['8904…', '8904*'],
        ],
        mistake: ['too-short', '89*'],
      },
      { term: '"x y', negated: false, field: null, values: [['x y', '"x y']], mistake: ['open-quote', '"x y'] },
    ]);
    const understood = [...parseTerms(text)].flatMap(({ term }) => term ?? []);
    expect(printFilter({ terms: understood })).toBe('-code:70,"a b" seen:no');
  });

  test.each([
    ['8904 4012 0000 0007 seen:no', [['8904 4012 0000 0007']]],
    ['-eid:8904 4012 0000 0007,8905* 70', [['8904 4012 0000 0007', '8905…'], ['70']]],
    ['msisdn:+46 70 000 80 00', [['+46 70 000 80 00']]],
    ['msisdn:0046 70 000 80 00 70', [['0046 70 000 80 00 70']]],
    ['0045 20 12 34 56', [['0045 20 12 34 56']]],
    ['500 503 504', [['500'], ['503'], ['504']]],
    ['8904 4012 0000 0007x', [['8904'], ['4012'], ['0000'], ['0007x']]],
    ['code:8904 4012 0000 0007', [['8904'], ['4012'], ['0000'], ['0007']]],
  ])('[FILTER-8] an identifier in groups of digits is one value: %j', (typed, values) => {
    const parsed = parseFilter(typed);
    if (parsed.kind === 'mistake') throw new Error(typed);
    expect(parsed.filter.terms.flatMap((term) => ('values' in term ? [term.values] : []))).toEqual(values);
    expect(parseFilter(printFilter(parsed.filter))).toEqual(parsed);
  });

  test.each([
    ['kind:A  code:7', 0, 'kind:A'],
    ['kind:A  code:7', 6, 'kind:A'],
    ['kind:A  code:7', 7, null],
    ['kind:A  code:7', 8, 'code:7'],
    ['kind:A  code:7', 14, 'code:7'],
    ['"a b" c', 2, '"a b"'],
    ['', 0, null],
  ])('so that in %j the term at position %i is %j', (written, caret, term) => {
    const found = termAt(written, caret);
    expect(found === null ? null : written.slice(found.at, found.end)).toBe(term);
  });

  it('and terms and spaces together are the complete text, for 5 000 random texts', () => {
    const random = randomNumbers(13);
    const fragments = [' ', '\t', ...'kind: eid: 8904 - , " \\ x * since: -1h 😀 seen: no'.split(' ')];
    for (let round = 0; round < 5_000; round += 1) {
      const written = Array.from({ length: random(12) }, () => oneOf(fragments, random)).join('');
      const terms = [...parseTerms(written)];
      let at = 0;
      for (const term of terms) {
        expect({ written, between: written.slice(at, term.at).trim() }).toEqual({ written, between: '' });
        expect({ written, is: (term.mistake === null) !== (term.term === null) }).toEqual({ written, is: true });
        at = term.end;
      }
      expect({ written, behind: written.slice(at).trim() }).toEqual({ written, behind: '' });
      const parsed = parseFilter(written);
      expect({ written, isFilter: parsed.kind === 'filter' }).toEqual({
        written,
        isFilter: terms.every(({ mistake }) => mistake === null),
      });
    }
  });
});

describe('[FILTER-2] the description of a filter mistake', () => {
  test.each<readonly [text: string, word: string, field: string | null, meant: string | null]>([
    ['outcome:failled', 'failled', 'outcome', 'failed'],
    ['country:SE outcome:"Success"', 'Success', 'outcome', 'succeeded'],
    ['outcome:part', 'part', 'outcome', 'partial'],
    ['outcome:failure', 'failure', 'outcome', 'failed'],
    ['outcome:xyz', 'xyz', 'outcome', null],
    ['mark:malformed', 'malformed', 'mark', 'malformed-json'],
    ['seen:maybe', 'maybe', 'seen', null],
    ['seen:ye', 'ye', 'seen', 'yes'],
    ['seen:yes,no', 'yes,no', 'seen', null],
    ['since:-1h,-2h', '-1h,-2h', 'since', null],
    ['id:*', '*', 'id', null],
    ['eid:8904,*89', '*89', 'eid', null],
    ['eid:89*04', '*', 'eid', null],
    ['a OR b', 'OR', null, null],
    ['oucome:failed', 'oucome', null, 'outcome'],
    ['contry:SE', 'contry', null, 'country'],
    ['https://example.com', 'https', null, null],
    [`${'q'.repeat(99)}:1`, `${'q'.repeat(60)}…`, null, null],
  ])('names word, field and suggestion for %s', (text, word, field, meant) => {
    const parsed = parseFilter(text);
    if (parsed.kind === 'filter') throw new Error(`${text} is a filter.`);
    const { at, length, problem } = parsed;
    const slip = describeFilterMistake({ text, at, length, problem });
    expect([slip.word, slip.field, slip.nearest]).toEqual([word, field, meant]);
  });

  test.each([
    ['', ['a', 'b'], null],
    ['LOCALISATION', ['LOCALIZATION', 'CMP_EVENT'], 'LOCALIZATION'],
    ['hearbteat', ['HEARTBEAT'], 'HEARTBEAT'],
    ['kidn', ['id', 'kind'], 'kind'],
    ['x', ['id', 'y'], 'y'],
    ['failed', [], null],
  ])('suggests for %j among %j the word %j', (word, candidates, meant) => {
    expect(nearestWord(word, candidates)).toBe(meant);
  });
});
