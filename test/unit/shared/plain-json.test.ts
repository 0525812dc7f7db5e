import { expect, test } from 'vitest';
import { escapeUnseen } from '../../../src-shared/lib/plain-json.ts';

test('[ACCESS-2] prints an answer of the service as the same JSON without characters that control a terminal', () => {
  const came = '{\n\t"a\u009B31m": ["\u202Ex", "\u{E0001}", "\\u001b", "ü"]\r\n}\n';
  const seen = escapeUnseen(came);
  expect(JSON.parse(seen)).toEqual(JSON.parse(came));
  expect(seen.replaceAll(/[\t\n\r]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(escapeUnseen('{ "a": [1,  2] }\n')).toBe('{ "a": [1,  2] }\n');
});
