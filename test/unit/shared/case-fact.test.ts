import { expect, test } from 'vitest';
import { deedSchema } from '../../../src-shared/domain/case-fact.ts';

test.for([1.5, -1, 1e300, Number.MAX_SAFE_INTEGER])(
  '[CASE-45] no mute and no reminder ends at %d: no clock shows it',
  (at) => {
    const deeds = [
      { kind: 'remind', at },
      { kind: 'mute', ends: { kind: 'time', at } },
    ];
    expect(deeds.map((deed) => deedSchema.safeParse(deed).success)).toEqual([false, false]);
  },
);
