/** Compares the kinds of outlets with the document for users. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outletKinds } from '../../../src-shared/domain/outlets/outlet-kinds.ts';

test.each(outletKinds)('docs/hand-off.md describes the kind %s', (kind) => {
  const text = readFileSync('docs/hand-off.md', 'utf8');
  expect(text, `docs/hand-off.md needs a line about ${kind}`).toContain(`\n- \`${kind}\`: `);
});
