/** Guesses the kind of an id from its form. Sources: ITU-T E.118 (ICCID), GSMA SGP.29 (EID), 3GPP TS 23.003. */

export type IdForm = 'iccid' | 'eid' | 'imsi' | 'msisdn' | 'other';

export function idForm(id: string): IdForm {
  if (/^89\d{30}$/.test(id)) return 'eid';
  if (/^89\d{16,18}F?$/i.test(id)) return 'iccid';
  if (/^\d{14,15}$/.test(id)) return 'imsi';
  return /^\+\d{8,15}$|^\d{10,13}$/.test(id) ? 'msisdn' : 'other';
}

/** Null if undecided: an operator may define the 20th digit of an ICCID, and a filler `F` is no digit. */
export function fitsCheckDigit(id: string): boolean | null {
  const form = idForm(id);
  if (form === 'eid') return BigInt(id) % 97n === 1n;
  if (form !== 'iccid') return null;
  const digits = id.replace(/F$/i, '');
  if (digits.length === 19) return isLuhn(digits);
  return digits.length === 20 && isLuhn(digits) ? true : null;
}

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Max characters of an id for which near ids are searched: a UUID has 36. */
export const MAX_NEAR_LENGTH = 40;
const CAN_HAVE_NEAR = new RegExp(String.raw`^[\w.:+-]{4,${MAX_NEAR_LENGTH}}$`);

export function canSearchSimilar(id: string): boolean {
  return CAN_HAVE_NEAR.test(id);
}
