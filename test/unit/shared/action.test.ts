import { expect, test } from 'vitest';
import { actionSchema } from '../../../src-shared/domain/action.ts';

test.for([1.5, -1, 1e300, Number.MAX_SAFE_INTEGER])(
  '[CASE-11] refuses a mute or reminder that ends at %d, which is no valid time',
  (at) => {
    const deeds = [
      { kind: 'remind', at },
      { kind: 'mute', ends: { kind: 'time', at } },
    ];
    expect(deeds.map((deed) => actionSchema.safeParse(deed).success)).toEqual([false, false]);
  },
);
