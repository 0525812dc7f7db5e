import { expect, test } from 'vitest';
import { caseListInputSchema } from '../../../src-shared/api/cases.ts';

const query = {
  watch: 'watch-1',
  kind: 'localization',
  of: 'all',
  cause: null,
  find: '',
  since: null,
  sort: 'worst',
  limit: 10,
};
const refusal = (after: string) => {
  const { error } = caseListInputSchema.safeParse({ ...query, after });
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? null;
};

test('accepts the cursor of the page before', () => {
  expect(['worst:[0,1763700000000,12]', 'worst:[-3,0,1]'].map(refusal)).toEqual([null, null]);
  expect(caseListInputSchema.safeParse({ ...query, after: null }).success).toBe(true);
});

test('[CASE-16] refuses a cursor that no page returned, with an explanation, before it reads anything', () => {
  const malformed = [
    '',
    'worst:',
    'worst:[1,2]',
    'worst:[1,2,"3"]',
    'worst:[1,2,3]\n',
    'best:[1,2,3]',
    '{"a":1}',
    'newest:[1,2,3]',
  ];
  expect(malformed.map(refusal)).toEqual(
    malformed.map(() => ['after must be the cursor that the page before returned, for this order']),
  );
});
