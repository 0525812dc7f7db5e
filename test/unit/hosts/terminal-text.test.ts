import { describe, expect, test } from 'vitest';
import { terminalLines, terminalText } from '../../../src-main/hosts/cli/terminal/terminal-text.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';

describe('text for a terminal', () => {
  test.each<[what: string, text: string, shown: string]>([
    ['keeps letters, accents, signs and pictures', 'Zürich 東京 \u{1F6F0} {"a": 1}', 'Zürich 東京 \u{1F6F0} {"a": 1}'],
    ['escapes an escape sequence', '\u001b[2J', String.raw`\u001b[2J`],
    ['escapes the one-character form of an escape sequence', '\u009b2J', String.raw`\u009b2J`],
    ['escapes a bell, a backspace and a delete', '\u0007\b\u007f', String.raw`\u0007\u0008\u007f`],
    ['escapes line ends and tabs', 'a\r\nb\tc', String.raw`a\u000d\u000ab\u0009c`],
    ['escapes line ends of Unicode', 'a\u2028b\u2029c\u0085d', String.raw`a\u2028b\u2029c\u0085d`],
    [
      'escapes overrides of the reading direction',
      '\u202Eabc\u202C\u2066\u2069',
      String.raw`\u202eabc\u202c\u2066\u2069`,
    ],
    ['escapes invisible characters', 'a\u200Bb\uFEFFc\u00ADd', String.raw`a\u200bb\ufeffc\u00add`],
    [
      'escapes letters that are drawn as nothing',
      '\u115F\u1160\u3164\uFFA0\u034F\u2800\u{E0041}',
      String.raw`\u115f\u1160\u3164\uffa0\u034f\u2800\u{e0041}`,
    ],
  ])('[CLI-1] %s', (_what, text, shown) => expect(terminalText(text)).toBe(shown));

  test("keeps the lines of Watchfloor's own messages", () => {
    expect(terminalLines('one\n\ttwo \u001b[2J\r\n')).toBe(`one\n\t${String.raw`two \u001b[2J\u000d`}\n`);
  });
});

describe('JSON for a terminal', () => {
  const hostile = '\u0000\u007f\u009b2J\u202E\u200B\uFEFF\u2028\u3164\u{E0041}"\\\ud800 Zürich';

  test('[CLI-1] contains nothing that controls a terminal, and has the same value', () => {
    const text = plainJson({ [hostile]: hostile });
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u);
    expect(text).toContain('Zürich');
    expect(JSON.parse(text)).toEqual({ [hostile]: hostile });
  });
});
