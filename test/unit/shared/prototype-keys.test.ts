import { expect, test } from 'vitest';
import { parseAlarmSettings } from '../../../src-shared/domain/cases/alarm-settings-text.ts';
import { parseFilter, printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { profileFileSchema } from '../../../src-shared/domain/profile/profile.ts';
import { parseViews } from '../../../src-shared/domain/saved-view.ts';

/** Properties that every object has; reading a file must not add any. */
const everyObject = () => [Reflect.get({}, 'polluted'), Object.keys(Object.prototype), Object.keys(Array.prototype)];

const POLLUTING = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '[SAFE-31] accepts %s as a value in a filter, but not as a field',
  (name) => {
    const text = `kind:${name} -country:${name} ${name}`;
    const parsed = parseFilter(text);
    expect(parsed.kind === 'filter' && printFilter(parsed.filter)).toBe(text);
    const field = parseFilter(`${name}:x`);
    expect(field.kind === 'filter' && field.filter.terms.some(({ kind }) => kind === 'value')).toBe(false);
  },
);

test.each<[string, () => unknown]>([
  ['a profile', () => profileFileSchema.safeParse(JSON.parse(`{${POLLUTING},"name":"a"}`)).success],
  [
    'saved views',
    () =>
      parseViews(
        `{"version":1,${POLLUTING},"views":[{${POLLUTING},"id":"a","name":"b","filter":{"terms":[]},"pinned":true}]}`,
      ),
  ],
  ['settings of alarms', () => parseAlarmSettings(`{"version":1,${POLLUTING},"standard":{${POLLUTING}}}`)],
])('[SAFE-31] changes no other object when it reads a file of %s with such names', (_, read) => {
  try {
    read();
  } catch {
    // A refusal is also correct.
  }
  expect(everyObject()).toEqual([undefined, [], []]);
});
