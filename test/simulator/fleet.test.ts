import { expect, test } from 'vitest';
import { type IdType, idTypes } from '../../src-simulator/fleet/fields.ts';
import { generateFleet } from '../../src-simulator/fleet/fleet.ts';
import { withEidCheckDigits, withLuhnDigit } from '../../src-simulator/fleet/identifiers.ts';
import { Random } from '../../src-simulator/random.ts';
import { rounds } from '../support/breadth.ts';
import { START } from '../fixtures/consumer.ts';

test('the same seed generates the same fleet, another seed a different one', () => {
  const rows = (seed: number) => {
    const fleet = generateFleet(seed, 200, START);
    return Array.from({ length: 200 }, (_, row) => fleet.subscription(row));
  };
  expect(rows(5)).toEqual(rows(5));
  expect(rows(6)).not.toEqual(rows(5));
});

const FLEET = rounds({ usual: 40_000, thorough: 250_000 });

test.each(idTypes)('every %s of a large fleet is unique and leads back to its row', (idType: IdType) => {
  const fleet = generateFleet(1, FLEET, START);
  const ids = Array.from({ length: fleet.size }, (_, row) => fleet.value(row, idType));
  const given = ids.flatMap((id) => id ?? []);
  expect(given.length).toSatisfy((count: number) => count === FLEET || (idType === 'eid' && count > 0.68 * FLEET));
  expect(new Set(given).size).toBe(given.length);
  const probed = [0, 1, 27_777, FLEET - 1].filter((row) => ids[row] !== null);
  expect(probed.map((row) => fleet.find(idType, ids[row] ?? ''))).toEqual(probed);
});

test.each(['', 'sub-', '12345', 'x'.repeat(32), '89049032000000000000000000000000'])(
  'the unknown identifier "%s" is not found',
  (id) => {
    const fleet = generateFleet(1, 1000, START);
    expect(idTypes.map((idType) => fleet.find(idType, id))).toEqual([null, null, null, null, null]);
  },
);

test('check digits follow the standards', () => {
  // Example IMEI of 3GPP TS 23.003, and the common example of a Luhn digit.
  expect([withLuhnDigit('49015420323751'), withLuhnDigit('7992739871')]).toEqual(['490154203237518', '79927398713']);
  // GSMA SGP.02: the complete EID modulo 97 is 1.
  expect(BigInt(withEidCheckDigits('890490320000000000004126733908')) % 97n).toBe(1n);
});

test('a fork by name does not depend on the values drawn before', () => {
  const [fresh, used] = [new Random(9), new Random(9)];
  used.integer(1, 6);
  expect(used.fork('dice').uuid()).toBe(fresh.fork('dice').uuid());
  expect(used.fork('cards').uuid()).not.toBe(fresh.fork('dice').uuid());
});
