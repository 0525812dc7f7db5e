/** Event texts that have crashed a page, or could. */
const DEEP = 100_000;

export const poisonTexts: readonly (readonly [name: string, text: string])[] = [
  ['lists nested deep', '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['objects nested deep', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
  ['lists nested deep and cut', '['.repeat(DEEP)],
  ['a message nested deep', JSON.stringify({ detailedMessage: '['.repeat(DEEP) + ']'.repeat(DEEP) })],
  ['a text of a megabyte', JSON.stringify({ a: 'x'.repeat(1_000_000) })],
  ['escapes of a megabyte', JSON.stringify({ a: '"'.repeat(500_000) })],
  ['a name of a megabyte', JSON.stringify({ ['x'.repeat(1_000_000)]: 1 })],
  ['200 000 names', `{${Array.from({ length: 200_000 }, (_, index) => `"${index}":0`).join(',')}}`],
  ['__proto__', '{"__proto__":{"a":1},"constructor":{"prototype":2}}'],
  ['directions', JSON.stringify({ '\u202Eeid': '\u2066\u202E8904\u2069' })],
  ['lone surrogates', '{"a":"\uD800","b":"\\uDC00"}'],
  ['white space of a megabyte', `{"a":[${' '.repeat(1_000_000)}]}`],
  ['digits of a megabyte', `[${'9'.repeat(1_000_000)}]`],
];
