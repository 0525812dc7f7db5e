import { describe, expect, it } from 'vitest';
import type { CaseListQuery, CaseSummary } from '../../../../src-shared/api/cases.ts';
import { casePages } from '../../../../src-main/core/cases/case-pages.ts';

const STORED = Array.from({ length: 5 }, (_, index) => `eid:${index}`);

function listedCases() {
  const asked: (readonly [after: string | null, limit: number])[] = [];
  const list = async ({ after, limit }: Omit<CaseListQuery, 'watch'>) => {
    asked.push([after, limit]);
    const from = after === null ? 0 : Number(after);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the key is read
    const cases = STORED.slice(from, from + limit).map((key) => ({ key }) as CaseSummary);
    const next = from + limit < STORED.length ? String(from + limit) : null;
    return { cases, next, total: STORED.length, outcomes: null };
  };
  return { list, asked };
}

async function keysIn(pages: AsyncIterable<readonly CaseSummary[]>): Promise<string[][]> {
  const found: string[][] = [];
  for await (const page of pages) found.push(page.map(({ key }) => key));
  return found;
}

describe('casePages', () => {
  const query = { kind: 'localization', of: 'open' } as const;

  it('yields each case once, and continues each page after the one before', async () => {
    const cases = listedCases();
    expect((await keysIn(casePages(cases, query, undefined, 2))).flat()).toEqual(STORED);
    expect(cases.asked).toEqual([
      [null, 2],
      ['2', 2],
      ['4', 2],
    ]);
  });

  it.each([
    [0, 1],
    [Number.POSITIVE_INFINITY, 10_000],
    [undefined, 10_000],
  ])('asks, for pages of %s, for %s', async (pageRows, asked) => {
    const cases = listedCases();
    for await (const page of casePages(cases, query, undefined, pageRows)) {
      expect(page.length).toBeGreaterThan(0);
      break;
    }
    expect(cases.asked).toEqual([[null, asked]]);
  });
});
