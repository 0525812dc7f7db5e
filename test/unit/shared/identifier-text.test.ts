import { expect, test } from 'vitest';
import { readIdentifier, searchWords } from '../../../src-shared/service/identifier-text.ts';

const EID = '89044012000000000000000000000007';
const ICCID = '8946200011660301003';
const UUID = '1b4e28ba-2fa1-11d2-883f-0016d3cca427';

test.each([
  ['hyphens', '8904-4012-0000-0000-0000-0000-0000-0007', EID],
  ['spaces of a label', '8904 4012 0000 0000 0000 0000 0000 0007', EID],
  ['no-break spaces', '8904\u00A04012\u00A00000\u00A00000\u00A00000\u00A00000\u00A00000\u00A00007', EID],
  ['dots', '8946.2000.1166.0301.003', ICCID],
  ['dashes of a text editor', '89462\u201300011\u201366030\u20131003', ICCID],
  ['a label', 'EID: 89044012 00000000 00000000 00000007', EID],
  ['a label without a colon', `ICCID ${ICCID}`, ICCID],
  ['quotes', `"${ICCID}"`, ICCID],
  ['curly quotes', `“${ICCID}”`, ICCID],
  ['a formula of a spreadsheet', `="${ICCID}"`, ICCID],
  ['a plus', '+46 70-000 80 00', '46700008000'],
  ['00 for the plus', '0046700008000', '46700008000'],
  ['00 and groups', '0045 20 12 34 56', '4520123456'],
  ['00 in a group of its own', '00 46-70-000-80-00', '46700008000'],
  ['00 before a North American number', '001 (212) 555-0123'.replaceAll(/[()]/g, ''), '12125550123'],
  ['00 and a label', 'MSISDN: 00491711234567', '491711234567'],
  ['the zeros of a test IMSI', '001010123456789', '001010123456789'],
  ['zeros at its start that are part of it', '000000000000071', '000000000000071'],
  ['00 before too few digits for a number', '0046700', '0046700'],
  ['00 before too many digits for a number', '0046700008000123456', '0046700008000123456'],
  ['a filler', `${ICCID}F`, ICCID],
  ['a filler after an IMSI, in lower case', '240011234567890f', '240011234567890'],
  ['invisible characters', `\u200B${ICCID}\u200E\uFEFF`, ICCID],
  ['the end of a sentence', `(${ICCID}).`, ICCID],
  ['nothing to remove', ICCID, ICCID],
  ['the hyphens of another identifier', UUID, UUID],
  ['a word', 'is-00481608', 'is-00481608'],
  ['too few digits', '1-2', '1-2'],
])('[FILTER-8] an identifier with %s is read: %j', (_form, typed, identifier) => {
  expect(readIdentifier(typed)).toBe(identifier);
});

test.each<[string, string[][]]>([
  ['', []],
  ['4711 se', [['4711'], ['se']]],
  ['4711 4712', [['4711'], ['4712']]],
  ['…9727', [['…9727', '9727']]],
  ['eid …9727', [['eid …9727', '9727']]],
  ['...7679 9727', [['...7679 9727', '76799727']]],
  ['8904-4012', [['8904-4012', '89044012']]],
  ['8904 4012 0000 0000', [['8904 4012 0000 0000', '8904401200000000']]],
  [`="${ICCID}"`, [[`="${ICCID}"`, ICCID]]],
  [`iccid: ${ICCID}f`, [[`iccid: ${ICCID}f`, ICCID]]],
  ['+46 70-000 80 00', [['+46 70-000 80 00', '46700008000']]],
  ['0046700008000', [['0046700008000', '46700008000']]],
  ['se 0046 70 000 80 00', [['se'], ['46700008000']]],
  ['500 503 504', [['500'], ['503'], ['504']]],
  [`\u200B${ICCID}\u200E`, [[ICCID]]],
  ['owner:ines eid 8904 4012 0000 0000', [['owner:ines'], ['8904401200000000']]],
  ['se “8904-4012”', [['se'], ['“8904-4012”', '89044012']]],
  ['country:se 8904.4012.0000', [['country:se'], ['8904.4012.0000', '890440120000']]],
  ['code:4711 …9727 +46 70 000 80 00', [['code:4711'], ['…9727', '9727'], ['46700008000']]],
  ['req-12', [['req-12']]],
  [UUID, [[UUID]]],
  ['…', [['…']]],
  ['"q" (12)', [['"q"'], ['(12)']]],
])('[FILTER-8] a search in a list has the words, also as identifiers: %j', (typed, words) => {
  expect(searchWords(typed)).toEqual(words);
});
