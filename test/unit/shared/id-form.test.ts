import { expect, test } from 'vitest';
import { fitsCheckDigit, idForm } from '../../../src-shared/service/id-form.ts';

test.each([
  ['8946200011660301003', 'iccid'],
  ['89462000116603010031', 'iccid'],
  ['894620001166030100', 'iccid'],
  ['89049032123451234512345678901235', 'eid'],
  ['240011234567890', 'imsi'],
  ['+46701234567', 'msisdn'],
  ['46701234567', 'msisdn'],
  ['is-00481608', 'other'],
  ['8946200011660301', 'other'],
  ['1b4e28ba-2fa1-11d2-883f-0016d3cca427', 'other'],
  ['', 'other'],
] as const)('classifies %s by its form as %s', (id, form) => {
  expect(idForm(id)).toBe(form);
});

test.each([
  // The EID is the example of GSMA SGP.29.
  ['8991101200003204514', true],
  ['8991101200003204513', false],
  ['8991101200003204514F', true],
  ['8991101200003204513f', false],
  ['8944538523011001234F', false],
  ['894620001166030100F', null],
  ['89049032123451234512345678901235', true],
  ['89049032123451234512345678901236', false],
  // Without a check digit, or with one that is optional.
  ['894620001166030100', null],
  ['89911012000032045149', null],
  ['is-00481608', null],
] as const)('[INV-8] checks the check digit of %s: %s', (id, fits) => {
  expect(fitsCheckDigit(id)).toBe(fits);
});

test('[INV-8] detects any single wrong digit of an ICCID', () => {
  const id = '8991101200003204514';
  for (let index = 2; index < id.length; index += 1)
    for (let digit = 0; digit < 10; digit += 1) {
      const wrong = `${id.slice(0, index)}${digit}${id.slice(index + 1)}`;
      expect([wrong, fitsCheckDigit(wrong)]).toEqual([wrong, wrong === id]);
    }
});
