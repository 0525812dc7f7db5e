import { describe, expect, it, test } from 'vitest';
import { shortIdParts } from '../../src-renderer/text/short-id.ts';
import { visibleText } from '../../src-renderer/text/visible-text.ts';

describe('a short identifier', () => {
  test.each([
    ['89049032000000000000898242162626', '89049032000000000000', ['8982', '4216', '2626']],
    ['898242162626', '', ['8982', '4216', '2626']],
    ['1898242162626', '', ['1898242162626']],
    ['240079118', '', ['240079118']],
    ['0ce471f4-89f7-42da-8a28-17abf7a09d70', '0ce471f4-89f7-42da-8a28-', ['17abf7a09d70']],
    ['😀😁😂🤣😃😄😅😆😉😊😋😎😍😘', '😀😁', ['😂🤣😃😄😅😆😉😊😋😎😍😘']],
    ['', '', ['']],
  ])('splits %j into the front %j and the groups %j', (text, front, groups) => {
    expect(shortIdParts(text)).toEqual({ front, groups });
  });
});

describe('[PAGE-267] hidden characters', () => {
  test.each([
    ['plain 8904', 'plain 8904'],
    ['Åland – 日本語 🙂', 'Åland – 日本語 🙂'],
    ['89\u202E4098', '89\\u{202E}4098'],
    ['89\u200B04', '89\\u{200B}04'],
    ['\uFEFF8904', '\\u{FEFF}8904'],
    ['a\u0000b\u001Bc\u007F', 'a\\u{0000}b\\u{001B}c\\u{007F}'],
    ['a\nb\tc', 'a\\u{000A}b\\u{0009}c'],
    ['a\u2028b\u2066c\u00ADd', 'a\\u{2028}b\\u{2066}c\\u{00AD}d'],
    ['a\u3164b\u2800c\u034Fd\uFE0F', 'a\\u{3164}b\\u{2800}c\\u{034F}d\\u{FE0F}'],
    ['a\uD800b', 'a\\u{D800}b'],
    ['\u{E0041}', '\\u{E0041}'],
  ])('are escaped: %j is shown as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('do not include the line breaks of a formatted text', () => {
    expect(visibleText('a\nb\r', '\n')).toBe('a\nb\\u{000D}');
  });
});
