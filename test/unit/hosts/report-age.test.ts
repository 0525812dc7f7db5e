/** Each command that prints a table of stored events, cases or figures ends it with its age. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchOf } from '../../doubles/received-events.ts';
import { sentLocalization, sentRequest } from '../../doubles/sent-failures.ts';
import { Workplace } from '../../support/command.ts';

const HOUR = 3_600_000;
/** Full seconds, because the words have no milliseconds. */
const AT = Math.floor(Date.now() / 1_000) * 1_000 - 5 * HOUR;
const EID = '8'.repeat(32);

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  const store = await workplace.openStore();
  await store.writer.append(
    batchOf('opens', [
      sentLocalization({ eid: EID, at: AT, country: 'NO', operation: 'LOCALIZED' }),
      sentRequest('request-1', AT + HOUR),
      sentLocalization({ eid: '9'.repeat(32), at: AT + 2 * HOUR, country: 'NO', operation: 'LOCALIZED' }),
      sentLocalization({ eid: EID, at: AT + 3 * HOUR, country: 'NO', operation: 'LOCALIZED' }),
    ]),
  );
  await store.close();
});
afterAll(() => workplace.close());

async function printed(...args: string[]): Promise<string> {
  const command = workplace.runInProcess([...args, '--data-dir', workplace.dataDir]);
  expect(await command.exit).toBe(0);
  return command.stdout + command.stderr;
}
const time = (at: number) => new Date(at).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
const UNWATCHED = `not watching since ${time(AT + 3 * HOUR)}, so newer changes are not known`;

describe('[PAGE-13] the age of what a command prints', () => {
  test.each([
    { args: ['cases'], words: `Last reported ${time(AT + 3 * HOUR)}, 2 h ago` },
    { args: ['cases', '--eid', '9'.repeat(32)], words: `Last reported ${time(AT + 2 * HOUR)}, 3 h ago` },
    { args: ['requests'], words: `Last reported ${time(AT + HOUR)}, 4 h ago` },
    { args: ['requests', '--find', 'nothing'], words: 'Last reported: none' },
    { args: ['count'], words: `Last event ${time(AT + 3 * HOUR)}, 2 h ago` },
    { args: ['id', EID], words: `Last event ${time(AT + 3 * HOUR)}, 2 h ago` },
  ])('$args: names the newest of its rows, and since when newer changes are not known', async ({ args, words }) =>
    expect(await printed(...args, '--format', 'table')).toContain(`${words}; ${UNWATCHED}.`),
  );

  test('quality names the time when it was counted', async () =>
    expect(await printed('quality', '--format', 'table')).toMatch(
      /Counted [\d-]{10} [\d:]{8} UTC, just now; not watching since .*, so newer changes are not known\./,
    ));

  test('is not among records, which have their times', async () =>
    expect(await printed('cases', '--format', 'ndjson')).not.toContain('Last reported'));
});
