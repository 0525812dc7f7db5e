import { expect, test } from 'vitest';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { signedInAuthorId } from '../../../../src-shared/domain/cases/author-id.ts';
import { VERIFIED_NOTE } from '../../../../src-shared/domain/cases/author-name.ts';
import { performAction, localizationText } from '../../../doubles/cases-over-store.ts';
import { packsOverStore, eidCaseKey, requestCaseKey, packQuery } from '../../../doubles/packs-over-store.ts';
import { anIncident, listing, storeStatusPage } from '../../../doubles/status-pages.ts';
import { requestText } from '../../../doubles/request-texts.ts';

const EID = '89049032000001000000000000000417';
const FAILED = { eid: EID, iccid: '8947080012000000013', inner: '4102', country: 'NO' };

async function failedTwice() {
  const made = await packsOverStore();
  await made.receiveLocalizations(FAILED);
  await made.cases.waitUntilCaughtUp();
  await performAction(made.cases, { kind: 'retried' }, [eidCaseKey(EID)]);
  await made.clock.advance(5 * 60_000);
  await made.receiveLocalizations(FAILED);
  await made.cases.act({
    author: { id: 'j', name: 'Jonas Lind' },
    subjects: [eidCaseKey(EID)],
    what: { kind: 'note' },
    text: 'Meter in a basement',
  });
  await made.cases.waitUntilCaughtUp();
  return made;
}

test('[PACK-1] contains for a case the report in two formats, the events as received, and the coverage', async () => {
  const made = await failedTwice();
  const files = await made.saveAndUnzip(packQuery([eidCaseKey(EID)], { mask: [], ticket: '88213' }));
  expect([...files.keys()]).toEqual(['report.html', 'report.txt', 'events.jsonl', 'coverage.json']);
  const text = files.get('report.txt') ?? '';
  for (const expected of [
    EID,
    '8947080012000000013',
    'START_PROFILE_ALLOCATION_FAILED',
    'Country        NO',
    '88213',
    'Attempt 2',
    'Attempt 1',
    'Allocated     FAILED START_PROFILE_ALLOCATION_FAILED',
    'nothing reported',
    'Refused by 4102',
    'Meter in a basement',
    'Jonas Lind',
    'Retried, and it failed again',
    '2026-01-01 00:05:00 UTC (01:05:00 CET)',
    'domain acme:eu',
    'by Ines Duarte',
  ])
    expect(text).toContain(expected);
  const events = (files.get('events.jsonl') ?? '')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(events).toMatchObject([
    { seq: 1, event: 'LOCALIZATION', data: localizationText(FAILED) },
    { seq: 2, event: 'LOCALIZATION', data: localizationText(FAILED) },
  ]);
  expect(JSON.parse(files.get('coverage.json') ?? '')).toMatchObject({
    from: '2025-12-31T23:30:00.000Z',
    to: '2026-01-01T00:05:00.000Z',
  });
});

test('[PACK-1] produces the same bytes each time, and the preview shows how many', async () => {
  const made = await failedTwice();
  const query = packQuery([eidCaseKey(EID)]);
  await made.packs.save(query);
  const first = made.files.bytes.get('watchfloor-0417-20260101.zip');
  await made.packs.save(query);
  expect(made.files.bytes.get('watchfloor-0417-20260101.zip')).toEqual(first);
  const preview = await made.packs.preview(query);
  expect({ name: preview.fileName, bytes: preview.bytes, files: preview.files.map(({ name }) => name) }).toEqual({
    name: 'watchfloor-0417-20260101.zip',
    bytes: first?.length,
    files: ['report.html', 'report.txt', 'events.jsonl', 'coverage.json'],
  });
});

test('[PACK-1] contains for a request the counters, the causes and the failed resources, and the others on request', async () => {
  const made = await packsOverStore();
  await made.receive(['CMP_EVENT', requestText()]);
  await made.cases.waitUntilCaughtUp();
  const key = requestCaseKey('REQ-20261121-0417');
  const text = (await made.saveAndUnzip(packQuery([key]))).get('report.txt') ?? '';
  for (const expected of [
    'Package change: 43 of 214 resources failed',
    'CHANGE_SUBSCRIPTIONPACKAGE to EU-DATA-50',
    '171 completed · 43 failed · size 214, adds up',
    '31 × DCP_ERROR 73',
    '“Already in this package”',
    'Failed resources (43)',
    '26202·······000',
    'Company        company 1\n',
    'r.albrecht',
  ])
    expect(text).toContain(expected);
  expect(text).not.toContain('8949020000000000213');
  const all = (await made.saveAndUnzip(packQuery([key], { parts: ['report', 'succeeded'] }))).get('report.txt') ?? '';
  expect(all.match(/^COMPLETED +8949/gm)).toHaveLength(171);
});

test('[PACK-1] contains selected events with their cases, and no other events', async () => {
  const made = await failedTwice();
  await made.receive(['NEWS', '{"hello":1}']);
  const files = await made.saveAndUnzip(packQuery([], { of: { kind: 'events', seqs: [2, 3] } }));
  expect(files.get('events.jsonl')?.match(/"seq":\d+/g)).toEqual(['"seq":2', '"seq":3']);
  expect(files.get('report.txt')).toContain('Events (2)');
  expect(files.get('report.txt')).toContain('START_PROFILE_ALLOCATION_FAILED');
});

test('[PACK-1] names the span of the coverage, and dates a later gap at the steps that it makes uncertain', async () => {
  const made = await packsOverStore();
  await made.receiveLocalizations(FAILED);
  await made.clock.advance(3 * 3_600_000);
  await made.receive(['NEWS', '{}']);
  const { sessions } = await made.store.reader.coverage({ from: 0, to: made.clock.now() });
  await made.store.writer.endSession(sessions[0]?.id ?? 0, { reason: 'silent', detail: null });
  await made.clock.advance(5_000);
  await made.cases.waitUntilCaughtUp();
  const text = (await made.saveAndUnzip(packQuery([eidCaseKey(EID)]))).get('report.txt') ?? '';
  expect(text.match(/^(?:\*|Were we|Caveat|Part of).*$/gmu)).toEqual([
    '* A report may be missing: gap 2026-01-01 03:00:00 UTC – now (5 s, stream went silent).',
    'Were we watching? (from 30 m before the first event to 30 m after the last)',
  ]);
});

test('refuses an unknown case and writes nothing', async () => {
  const made = await packsOverStore();
  const error = await made.packs.save(packQuery([eidCaseKey('1')])).catch((thrown: unknown) => thrown);
  expect(error instanceof AppError && error.code).toBe('NO_CASE');
  expect([...made.files.files.keys(), ...made.files.unfinished]).toEqual([]);
});

test('[DIFF-1] contains one row for each case of a group, in several tables, and what is different about it', async () => {
  const made = await packsOverStore();
  const eids = Array.from(
    { length: 700 },
    (_, number) => `8904903200000100000000000000${String(number).padStart(4, '0')}`,
  );
  const other = { operation: 'LOCALIZED', state: 'COMPLETED', country: 'DE' };
  await made.receiveLocalizations(...eids.slice(0, 40).map((eid) => ({ ...other, eid: `${eid}1` })));
  await made.receiveLocalizations(...eids.slice(0, 400).map((eid) => ({ ...FAILED, eid })));
  await made.receiveLocalizations(...eids.slice(400).map((eid) => ({ ...FAILED, eid })));
  await made.cases.waitUntilCaughtUp();
  const [only] = await made.cases.projection.cases([eidCaseKey(eids[0] ?? '')]);
  if (only?.cause === null || only === undefined) throw new Error('it failed');
  const files = await made.saveAndUnzip(packQuery([], { of: { kind: 'group', cause: only.cause } }));
  const text = files.get('report.txt') ?? '';
  expect(text).toContain('Allocation failed: 700 eUICCs');
  expect(text).toContain('What is different: Looks like one cause: 700 of 700 are NO; elsewhere 0 %.');
  const table = text.slice(text.indexOf('What happened'), text.indexOf('Were we watching?'));
  expect(eids.filter((eid) => !table.includes(eid))).toEqual([]);
  expect(files.get('report.html')?.match(/<table/g)?.length).toBe(51);
  expect(files.get('events.jsonl')?.trimEnd().split('\n')).toHaveLength(700);
});

test('[AUTHOR-3] names in a pack who signed in and who typed a name, also if names are masked', async () => {
  const made = await failedTwice();
  await made.cases.act({
    author: { id: signedInAuthorId('0'.repeat(64)), name: 'r.albrecht' },
    subjects: [eidCaseKey(EID)],
    what: { kind: 'take' },
    text: '',
  });
  await made.cases.waitUntilCaughtUp();
  for (const mask of [[], ['user']] as const) {
    const files = await made.saveAndUnzip(packQuery([eidCaseKey(EID)], { mask: [...mask] }));
    for (const name of ['report.txt', 'report.html']) {
      const text = files.get(name) ?? '';
      expect(text).toContain('r.albrecht (verified)');
      expect(text).toContain('Jonas Lind (typed)');
      expect(text).toContain(VERIFIED_NOTE);
    }
  }
});

test('[REPORT-5] quotes the incidents of the provider’s status page around that time, masked as other text', async () => {
  const made = await failedTwice();
  const query = packQuery([eidCaseKey(EID)], { mask: ['iccid', 'msisdn'] });
  expect((await made.saveAndUnzip(query)).get('report.txt')).not.toContain('status page');
  const start = made.clock.now();
  const said = anIncident(start, { title: `Card ${FAILED.iccid} fails`, words: 'Call +46 70-900 27 65 <b>now</b>' });
  const later = anIncident(start + 2 * 3_600_000, { id: 'b', title: 'Much later' });
  await storeStatusPage(made.store.writer, listing(said, later), start);
  const files = await made.saveAndUnzip(query);
  const text = files.get('report.txt') ?? '';
  expect(text).toContain("What the provider's status page says");
  expect(text).toContain("The provider's own words, not measured by Watchfloor");
  expect(text).toContain('going on at 00:05:00 UTC, later not known. “Call +4670····765 <b>now</b>”');
  expect(text).toContain('Read less than 1 min ago.');
  expect(text).not.toContain('Much later');
  for (const file of files.values()) {
    expect(file).not.toContain(FAILED.iccid);
    expect(file).not.toContain('900 27 65');
  }
  expect(files.get('report.html')).not.toContain('<b>now</b>');
  expect((await made.saveAndUnzip({ ...query, mask: [] })).get('report.txt')).toContain(`“Card ${FAILED.iccid} fails”`);
});
