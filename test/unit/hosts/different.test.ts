/** Tests `watchfloor different` on a store on disk against the events that other commands print. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import type { DifferencesAnswer } from '../../../src-shared/api/timeline.ts';
import { matchesFilter } from '../../../src-shared/domain/filter/filter-match.ts';
import { filterOf } from '../../doubles/filters.ts';
import { batchOf, moment, receivedEvent } from '../../doubles/received-events.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { sentLocalization } from '../../doubles/sent-failures.ts';
import { Workplace } from '../../support/command.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 18, 14);
const COUNTRIES = ['SE', 'NO', 'DE', 'TR', 'PL', 'FR', 'IT', 'ES', 'FI', 'DK', 'NL', 'BE'];
const ALLOCATION = 'START_PROFILE_ALLOCATION_FAILED';
const COUNT = { before: 200, storm: 56 };

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  await fill();
});
afterAll(() => workplace.close());

/** Three hours like any other day on two days, and a storm in Turkey in the second hour of the second day. */
async function fill(): Promise<void> {
  const store = await workplace.openStore();
  const random = randomNumbers(1);
  let number = 0;
  const event = (at: number, failed: boolean, country: string, code: string): ReceivedEvent => {
    number += 1;
    const eid = `89049032000001000000000000${100_000 + number}`;
    const errors = [{ errorCode: code, errorType: 'CMP_ERROR', errorMessage: 'Refused' }];
    return failed
      ? sentLocalization({ eid, operation: 'ALLOCATED', at, country, errorCode: ALLOCATION, errors })
      : sentLocalization({ eid, operation: 'LOCALIZED', at, country });
  };
  const usual = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const country = COUNTRIES[random(COUNTRIES.length)] ?? '';
      return event(from + index * 50_000, random(8) === 0, country, random(4) === 0 ? '2107' : '4102');
    });
  const storm = Array.from({ length: COUNT.storm }, (_, index) =>
    event(START + DAY + 70 * MINUTE + index * 5_000, true, index < 54 ? 'TR' : 'SE', index < 54 ? '2107' : '4102'),
  );
  const today = [
    ...usual(START + DAY, COUNT.before),
    ...storm,
    receivedEvent(1, { receivedAt: START + DAY + 180 * MINUTE }),
  ];
  const before = usual(START, COUNT.before);
  await store.writer.append(batchOf('opens', before));
  const end = before.at(-1)?.receivedAt ?? START;
  await store.writer.endSession(1, { reason: 'connection-lost', detail: null }, moment(end));
  await store.writer.append(
    batchOf(
      'opens',
      today.toSorted((one, other) => one.receivedAt - other.receivedAt),
    ),
  );
  await store.close();
}

const different = (...args: string[]) => workplace.output(['different', '--data-dir', workplace.dataDir, ...args]);

const json = async (...args: string[]): Promise<DifferencesAnswer & { readonly query: string }> =>
  JSON.parse(await different(...args, '--format', 'json'));
const STORM = 'since:2026-11-19T15:10Z until:2026-11-19T15:15Z';

test('[DIFF-1] says that a storm looks like one cause, and what it was compared with', async () => {
  const [sentence, , ...lines] = (await different(`outcome:failed ${STORM}`)).split('\n');
  expect(sentence).toBe('Looks like one cause: 54 of 58 are TR and 2107; elsewhere 5 %.');
  expect(lines.slice(0, 2)).toEqual([
    '  FIELD      VALUE                            HERE                     ELSEWHERE',
    '* country    TR                               54 of 58 (93 %)          25 of 199 (13 %)',
  ]);
  expect(lines.slice(-5)).toEqual([
    '',
    'True by definition: failed, ALLOCATED.',
    'Compared 58 events, 2026-11-19T15:10:00.000Z to 2026-11-19T15:15:00.000Z, with 199 elsewhere, 2026-11-18T15:15:00.000Z to 2026-11-19T15:15:00.000Z.',
    'Not watched elsewhere: 2026-11-18 16:45:50 – 2026-11-19 14:00:00 UTC.',
    '',
  ]);
});

test('[DIFF-1] compares a time alone with the same hours of the days before, and a quiet one differs in nothing', async () => {
  expect(await json(STORM)).toMatchObject({
    against: 'before',
    sentence: 'Looks like one cause: 54 of 63 are TR and 2107; in the same hours before 0 %.',
    here: { events: 63 },
    there: { events: 7 },
  });
  const quiet = 'since:2026-11-19T16:10Z until:2026-11-19T16:40Z';
  expect((await json(quiet)).sentence).toBe('Nothing stands out.');
  expect((await json(`outcome:succeeded ${STORM}`, '--against', 'before')).sentence).toBe('Nothing stands out.');
});

test('[DIFF-1] every count is the number of events that its filter selects', async () => {
  const { query, here, values, byDefinition } = await json(`outcome:failed ${STORM}`);
  const events = await workplace.storedEvents();
  const countOf = (text: string) => events.filter((event) => matchesFilter(filterOf(text), event, () => '')).length;
  expect(countOf(query)).toBe(here.events);
  for (const { field, value, here: share } of [...values, ...byDefinition])
    expect([field, value, share.hits]).toEqual([field, value, countOf(`${query} ${field}:"${value}"`)]);
});

test('refuses to compare all events with nothing', async () => {
  const command = workplace.runInProcess([
    'different',
    '--data-dir',
    workplace.dataDir,
    'seen:no',
    '--against',
    'before',
  ]);
  expect(await command.exit).toBe(2);
  expect(command.stderr).toContain('Name what to compare');
});
