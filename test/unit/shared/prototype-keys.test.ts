/** Names that every object has come from outside like any other name, and change nothing of how objects behave. */
import { expect, test } from 'vitest';
import { parseAlarmSettings } from '../../../src-shared/domain/alarm-settings-text.ts';
import { parseFilter, printFilter } from '../../../src-shared/domain/filter-text.ts';
import { profileFileSchema } from '../../../src-shared/domain/profile.ts';
import { parseViews } from '../../../src-shared/domain/saved-view.ts';

/** What every object has, which nothing that is read may add to. */
const everyObject = () => [Reflect.get({}, 'polluted'), Object.keys(Object.prototype), Object.keys(Array.prototype)];

const POLLUTING = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '[SAFE-35] %s is a value of a filter, and no field of one',
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
])('[SAFE-35] a file of %s that names them changes nothing else', (_, read) => {
  try {
    read();
  } catch {
    // Refused is as well.
  }
  expect(everyObject()).toEqual([undefined, [], []]);
});
