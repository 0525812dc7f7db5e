import { describe, expect, test } from 'vitest';
import { Mask } from '../../../../src-main/core/exports/masked-text.ts';
import { ValueIndex } from '../../../../src-main/core/exports/value-index.ts';
import { maskedNumber } from '../../../../src-main/core/support-packs/pack-masking.ts';
import { maskedFields } from '../../../../src-shared/domain/event/masked-fields.ts';
import { performAction } from '../../../doubles/cases-over-store.ts';
import { packsOverStore, eidCaseKey, requestCaseKey, packQuery } from '../../../doubles/packs-over-store.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { FAILING, requestText } from '../../../doubles/request-texts.ts';
import { rounds } from '../../../support/breadth.ts';

const REQUEST = 'REQ-20261121-0417';
const key = requestCaseKey(REQUEST);
const EID = '89049032000001000000000000000417';

function digits(random: (limit: number) => number, count: number): string {
  return Array.from({ length: count }, (_, position) => String(position === 0 ? 1 + random(9) : random(10))).join('');
}

/** Returns a request whose resources have random numbers, also in sentences, with and without country prefix. */
function personal(seed: number) {
  const random = randomNumbers(seed);
  const lines = Array.from({ length: 8 }, () => ({
    imsi: digits(random, 15),
    msisdn: digits(random, 12),
    iccid: digits(random, 19),
    eid: `89${digits(random, 30)}`,
  }));
  const company = ['Nordwind', 'Jäger & Söhne "GmbH"', 'ΟΔΟΣ Λτδ', 'a\\b Ltd'][seed % 4] ?? '';
  const companyId = digits(random, 6 + random(6));
  const user = `u${digits(random, 8)}@example.com`;
  const resources = lines.map(({ imsi, msisdn, iccid, eid }, position) => ({
    resourceId: `res-${position}`,
    resourceState: 'FAILED',
    resourceProperties: [
      { type: 'IMSI', value: position % 2 === 0 ? imsi : Number(imsi) },
      { type: 'MSISDN', value: `+${msisdn}` },
      { type: 'ICCID', value: iccid },
      { type: 'EID', value: eid },
    ],
    resourceFailureInfos: [
      {
        errorType: 'DCP_ERROR',
        errorObject: {
          errorCode: '73',
          errorMessage: `${company.toUpperCase()} (${companyId}) may not move ${imsi}, 00${msisdn} or +${msisdn}; asked by ${user}`,
        },
      },
    ],
  }));
  const message = {
    companyName: company,
    companyId,
    createdBy: user,
    size: 8,
    subscriptionRequestResources: resources,
  };
  const text = requestText({ completed: 0, failing: [{ ...FAILING[0], code: '73', count: 8 }], message });
  // A message in a string has an additional level of escapes.
  const envelope = JSON.parse(text) as { detailedMessage: object };
  return {
    text:
      seed % 2 === 0
        ? text
        : JSON.stringify({ ...envelope, detailedMessage: JSON.stringify(envelope.detailedMessage) }),
    numbers: lines.flatMap(({ imsi, msisdn }) => [imsi, msisdn]),
    cards: lines.flatMap(({ iccid, eid }) => [iccid, eid]),
    names: [company, companyId, user],
    note: `Called ${company.toLowerCase()} about +${lines[0]?.msisdn ?? ''}`,
  };
}

describe('[EXPORT-5] a support pack contains no masked value in any file or notation', () => {
  test.each(Array.from({ length: rounds({ usual: 4, thorough: 12 }) }, (_, seed) => seed))(
    'for request %i',
    async (seed) => {
      const { text, numbers, cards, names, note } = personal(seed);
      const made = await packsOverStore();
      await made.receive(['CMP_EVENT', text]);
      await made.cases.waitUntilCaughtUp();
      await made.cases.act({ author: { id: 'i', name: 'Ines' }, subjects: [key], what: { kind: 'note' }, text: note });
      const query = packQuery([key], {
        mask: [...maskedFields],
        parts: ['report', 'raw', 'coverage', 'actions', 'succeeded'],
      });
      const files = await made.saveAndUnzip(query);
      const preview = await made.packs.preview(query);
      const allText = [
        ...files.values(),
        (await made.packs.text(query)).text,
        JSON.stringify(preview),
        preview.fileName,
      ];
      for (const content of allText.map((one) => one.toLowerCase()))
        for (const value of [...numbers, ...cards, ...names]) {
          expect(content).not.toContain(value.toLowerCase());
          expect(content).not.toContain(JSON.stringify(value.toLowerCase()).slice(1, -1));
        }
      expect(preview.withheld).toBe(0);
      expect(preview.masks).toEqual([
        { mask: 'imsi', values: 8 },
        { mask: 'msisdn', values: 8 },
        { mask: 'company', values: 1 },
        { mask: 'user', values: 1 },
        { mask: 'iccid', values: 8 },
        { mask: 'eid', values: 8 },
      ]);
      // JSON stays JSON, and the same number has the same mask in every file.
      const [line = ''] = (files.get('events.jsonl') ?? '').split('\n');
      const { data } = JSON.parse(line) as { data: string };
      expect(JSON.parse(data)).toBeTypeOf('object');
      const masked = maskedNumber(numbers[1] ?? '', 4);
      expect(masked).toMatch(/^\d{4}·{5}\d{3}$/);
      for (const name of ['report.html', 'report.txt', 'events.jsonl']) expect(files.get(name)).toContain(masked);
      expect(files.get('report.txt')).toContain('Called company 1 about');
    },
  );
});

test('[EXPORT-5] a support pack with masked EIDs shows the EID of its case in no file, preview or file name', async () => {
  const made = await packsOverStore();
  await made.receiveLocalizations({ eid: EID, inner: '4102' });
  await made.cases.waitUntilCaughtUp();
  await made.cases.act({
    author: { id: 'i', name: 'Ines' },
    subjects: [eidCaseKey(EID)],
    what: { kind: 'note' },
    text: `Asked about ${EID.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}`,
  });
  const query = packQuery([eidCaseKey(EID)], { mask: ['eid'] });
  const preview = await made.packs.preview(query);
  const files = await made.saveAndUnzip(query);
  const allText = [...files.values(), (await made.packs.text(query)).text, JSON.stringify(preview)].join('\n');
  expect(allText).not.toContain(EID);
  expect(allText).not.toContain(EID.slice(8, -3));
  expect(files.get('report.txt')).toContain(maskedNumber(EID, 8));
  expect(preview.fileName).toMatch(new RegExp(`^watchfloor-${EID.slice(-3)}-\\d{8}\\.zip$`));
});

test('[EXPORT-5] a support pack without masking contains the received text unchanged to the last byte', async () => {
  const { text } = personal(3);
  const made = await packsOverStore();
  await made.receive(['CMP_EVENT', text]);
  await made.cases.waitUntilCaughtUp();
  const files = await made.saveAndUnzip(packQuery([key], { mask: [] }));
  expect(JSON.parse(files.get('events.jsonl') ?? '')).toMatchObject({ data: text });
});

test('[EXPORT-5] a support pack withholds a text that cannot be interpreted, and the preview counts it', async () => {
  const made = await packsOverStore();
  await made.receive(['CMP_EVENT', requestText()]);
  const twice = requestText().replace('"createdBy"', '"companyName":"Hidden Ltd","createdBy"');
  await made.receive(['CMP_EVENT', twice]);
  await made.cases.waitUntilCaughtUp();
  const query = packQuery([key]);
  const lines = ((await made.saveAndUnzip(query)).get('events.jsonl') ?? '').trimEnd().split('\n');
  expect(lines.map((line): unknown => (JSON.parse(line) as { withheld?: true }).withheld)).toEqual([undefined, true]);
  expect((await made.packs.preview(query)).withheld).toBe(1);
  expect((await made.packs.preview(packQuery([key], { mask: [] }))).withheld).toBe(0);
});

test('a mask leaves a card number unchanged even if a part of it is the name of a company', () => {
  const eid = '89049032000001000000000000000417';
  const mask = new Mask(['0417', '8904'], { put: () => 'company 1', keep: [eid] });
  expect(mask.text(`${eid} of 0417`)).toBe(`${eid} of company 1`);
  expect(mask.completeJson(`{"eid":"${eid}","company":417,"x":"0417"}`)).toBe(
    `{"eid":"${eid}","company":417,"x":"company 1"}`,
  );
});

test.each([
  ['262028183761691', 5, '26202·······691'],
  ['+4915648842178', 4, '4915·····178'.replace('·····', '······')],
  ['004915648842178', 4, '4915······178'],
  ['12345678', 5, '·····678'],
  ['123456', 5, '········'],
  ['', 5, '········'],
])('the masked number %s keeps the digits that both sides need', (value, stays, masked) => {
  expect(maskedNumber(value, stays)).toBe(masked);
});

test('a value index finds every place of every value', () => {
  const random = randomNumbers(7);
  const word = () => Array.from({ length: 1 + random(7) }, () => 'ab1 '[random(4)] ?? '').join('');
  for (let round = 0; round < 300; round += 1) {
    const values = [...new Set(Array.from({ length: 6 }, word))].filter((value) => value.trim() !== '');
    const text = Array.from({ length: 12 }, word).join('');
    const isIn = (at: number) => /[a-z0-9]/.test(text.charAt(at));
    const slow = values.flatMap((value) =>
      Array.from({ length: text.length }, (_, start) => start)
        .filter((start) => text.startsWith(value, start))
        .filter((start) => value.length >= 4 || (!isIn(start - 1) && !isIn(start + value.length)))
        .map((start) => `${start} ${value.length}`),
    );
    const found = new ValueIndex(values).matches(text).map(({ start, length }) => `${start} ${length}`);
    expect(found.toSorted()).toEqual(slow.toSorted());
  }
});

test('a support pack shows the ticket of the provider, which the action stores with the case', async () => {
  const made = await packsOverStore();
  await made.receive(['CMP_EVENT', requestText()]);
  await made.cases.waitUntilCaughtUp();
  expect((await made.saveAndUnzip(packQuery([key], { ticket: ' 88213 ' }))).get('report.txt')).toContain(
    'Ticket  88213',
  );
  await performAction(made.cases, { kind: 'pack', ticket: '88213' }, [key]);
  await made.cases.waitUntilCaughtUp();
  expect((await made.cases.detail(key)).summary.ticket).toBe('88213');
});
