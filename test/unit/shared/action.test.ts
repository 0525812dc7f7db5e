import { expect, test } from 'vitest';
import { actionSchema } from '../../../src-shared/domain/cases/action.ts';

test.for([1.5, -1, 1e300, Number.MAX_SAFE_INTEGER])(
  '[CASE-11] refuses a mute or reminder that ends at %d, which is no valid time',
  (at) => {
    const actions = [
      { kind: 'remind', at },
      { kind: 'mute', ends: { kind: 'time', at } },
    ];
    expect(actions.map((action) => actionSchema.safeParse(action).success)).toEqual([false, false]);
  },
);
