import { expect, test } from 'vitest';
import { HtmlPrinter } from '../../../../src-main/core/support-packs/pack-printing.ts';
import type { PackText } from '../../../../src-shared/api/reports.ts';
import { createSupportPacks } from '../../../../src-main/core/support-packs/create-support-packs.ts';
import { coverageJson, coverageLine } from '../../../../src-main/core/support-packs/pack-coverage.ts';
import { momentsIn } from '../../../../src-main/core/support-packs/pack-report-context.ts';
import type { Gap, Session } from '../../../../src-shared/domain/coverage/coverage.ts';
import { localizationText } from '../../../doubles/cases-over-store.ts';
import { packsOverStore, eidCaseKey, requestCaseKey, packQuery } from '../../../doubles/packs-over-store.ts';
import { requestText } from '../../../doubles/request-texts.ts';

const MINUTE = 60_000;

test('[EXPORT-5] a support pack masks values in its title, even within an unknown code', async () => {
  const made = await packsOverStore();
  const imsi = '262021234567691';
  const code = `LOCK_${imsi}`;
  const texts = ['a', 'b'].map((eid) => {
    const text = localizationText({ eid, operation: 'ACTIVATED', code });
    return ['LOCALIZATION', text.replace('{', `{"imsi":"${imsi}",`)] as const;
  });
  await made.receive(...texts);
  await made.cases.waitUntilCaughtUp();
  const { title } = await made.packs.preview(packQuery([eidCaseKey('a'), eidCaseKey('b')], { mask: ['imsi'] }));
  expect(title.map(({ text }) => text).join('')).toBe('LOCK_26202·······691: 2 eUICCs');
});

test('[EXPORT-5] a support pack masks values in its file name and in the line with its author', async () => {
  const made = await packsOverStore();
  const id = 'REQ-company-1000';
  await made.receive(['CMP_EVENT', requestText({ message: { subscriptionRequestId: id } })]);
  await made.cases.waitUntilCaughtUp();
  const packs = createSupportPacks({
    cases: made.cases,
    projection: made.cases.projection,
    scanner: made.store.scanner,
    clock: made.clock,
    label: () => ({ profile: 'NORDWIND Logistics, Oslo', domain: null, practice: false }),
    files: made.files,
  });
  const namesWith = async (mask: Parameters<typeof packQuery>[1]) => {
    const { madeBy, fileName } = await packs.preview(packQuery([requestCaseKey(id)], { by: 'R.Albrecht', ...mask }));
    return [
      madeBy
        .map(({ text }) => text)
        .join('')
        .replace(/made .* by/, 'by'),
      fileName,
    ];
  };
  expect(await namesWith({ mask: [] })).toEqual([
    'Support pack by Watchfloor · by R.Albrecht · profile NORDWIND Logistics, Oslo',
    'watchfloor-1000-20260101.zip',
  ]);
  expect(await namesWith({ mask: ['company', 'user'] })).toEqual([
    'Support pack by Watchfloor · by user 1 · profile company 1, Oslo',
    'watchfloor-any1-20260101.zip',
  ]);
});

test('a support pack shows an EID completely, even if a part of it is the id of a company', async () => {
  const made = await packsOverStore();
  const eid = '89049032000001000000000000000417';
  await made.receive(
    ['CMP_EVENT', requestText({ message: { companyId: '000000000417' } })],
    ['LOCALIZATION', localizationText({ eid })],
  );
  await made.cases.waitUntilCaughtUp();
  const files = await made.saveAndUnzip(packQuery([], { of: { kind: 'events', seqs: [1, 2] } }));
  for (const name of ['report.html', 'report.txt', 'events.jsonl']) expect(files.get(name)).toContain(eid);
  expect(files.get('events.jsonl')).not.toMatch(/"000000000417/);
});

test('[REPORT-5] the coverage statement has lengths that add up to its span, and puts a gap into words', () => {
  const session: Session = {
    id: 1,
    from: 20 * MINUTE,
    lastEventAt: 40 * MINUTE,
    to: 40 * MINUTE,
    lengthMs: 20 * MINUTE,
    reason: 'crashed',
    detail: null,
    events: 1,
  };
  const gap: Gap = {
    id: 1,
    from: 40 * MINUTE,
    to: 50 * MINUTE,
    lengthMs: 10 * MINUTE,
    reason: 'crashed',
    detail: null,
    afterSeq: 1,
  };
  const contents = {
    kind: 'cases' as const,
    cases: [],
    seqs: [],
    actions: [],
    moreActions: 0,
    statusPage: null,
    difference: null,
    span: { from: 0, to: 60 * MINUTE },
    coverage: { sessions: [session], gaps: [gap] },
  };
  expect(JSON.parse(coverageJson(contents, 120 * MINUTE))).toMatchObject({
    watchedMs: 20 * MINUTE,
    blindMs: 10 * MINUTE,
    reconnectMs: 0,
    unknownMs: 30 * MINUTE,
  });
  expect(coverageLine(contents, 120 * MINUTE, momentsIn('UTC'))).toContain('(10 m, Watchfloor ended unexpectedly)');
});

test('[REPORT-5] the coverage statement reports how much of the span is unknown', () => {
  const session = (from: number, to: number): Session => ({
    id: 1 + from,
    from,
    lastEventAt: to,
    to,
    lengthMs: to - from,
    reason: 'stopped',
    detail: null,
    events: 1,
  });
  const line = (sessions: Session[]) => {
    const contents = { span: { from: 0, to: 60 * MINUTE }, coverage: { sessions, gaps: [] } };
    return coverageLine(
      {
        ...contents,
        kind: 'cases',
        cases: [],
        seqs: [],
        actions: [],
        moreActions: 0,
        statusPage: null,
        difference: null,
      },
      120 * MINUTE,
      momentsIn('UTC'),
    );
  };
  expect(line([session(0, 60 * MINUTE)])).toMatch(/: watched without interruption, no gap\.$/);
  expect(line([session(0, 59.5 * MINUTE)])).toMatch(/: watched without interruption, no gap\.$/);
  expect(line([session(0, 40 * MINUTE)])).toMatch(/: watched 40 m of 1 h, no record of 20 m\.$/);
});

test('[PAGE-258] a printed table keeps a number on one line and breaks a long text', () => {
  const cell = (text: string, masked = false): PackText => [{ text, masked }];
  const rows = [[cell('8949020000000000213'), cell('26202·······691', true), cell('x'.repeat(300)), cell('two words')]];
  const page = new HtmlPrinter().block({ kind: 'table', head: ['Code', 'What the provider says'], rows });
  expect(page.match(/<t[dh]( class="id")?>/g)).toEqual([
    '<th>',
    '<th>',
    '<td class="id">',
    '<td class="id">',
    '<td>',
    '<td>',
  ]);
});
