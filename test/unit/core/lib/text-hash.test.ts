import { expect, it } from 'vitest';
import { shortTextHash } from '../../../../src-main/core/lib/text-hash.ts';

it('hashes texts that differ in one character to different short texts', () => {
  const hashes = new Set<string>();
  for (let number = 0; number < 50_000; number += 1)
    hashes.add(shortTextHash(`["2026-11-21T12:47:31Z","ENABLED",${number}]`));
  expect(hashes.size).toBe(50_000);
  expect(Math.max(...Array.from(hashes, (hash) => hash.length))).toBeLessThanOrEqual(11);
});
