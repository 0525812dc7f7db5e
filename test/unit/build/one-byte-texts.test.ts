import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { escaped } from '../../../build/one-byte-texts.ts';

it('escapes each character that needs two bytes, and the program still means the same', () => {
  const code = [
    '/* “seen” */ const größe = { "“": 1 };',
    '[größe["“"], `…${"é 😀"}…`, "a—b😀".replace(/[—😀]/u, "-"), /^[^😀]$/u.test("😀"), /[\\d–]/.exec("–")[0]]',
  ].join('\n');
  const oneByte = escaped(code);
  expect(oneByte).toMatch(/^[\0-\xff]*$/);
  expect(oneByte).toContain('größe');
  expect(runInNewContext(oneByte)).toEqual(runInNewContext(code));
  expect(runInNewContext(oneByte)).toEqual([1, '…é 😀…', 'a-b😀', false, '–']);
});

it.each(['String.raw`a—b`', '"\\—"'])('refuses %s, which an escape would change', (code) => {
  expect(() => escaped(code)).toThrow('Cannot be escaped');
});
