/** Identifiers are one-to-one scrambles of the row number, so nothing is stored and an identifier leads to its row. */

const SERIALS = 10_000_000_000;

/** A factor must share no divisor with 10 (odd, not ending in 5), and stay below 2^53 when multiplied by 10 000. */
interface Scramble {
  readonly factor: number;
  readonly offset: number;
}
export const scrambles = {
  subscription: { factor: 7_418_605_277, offset: 4_126_733_908 },
  eid: { factor: 6_180_339_887, offset: 1_202_056_903 },
  iccid: { factor: 5_772_156_649, offset: 2_614_972_128 },
  imsi: { factor: 8_346_268_417, offset: 3_302_775_637 },
  msisdn: { factor: 7_320_508_073, offset: 1_618_033_988 },
  imei: { factor: 4_669_201_609, offset: 2_502_907_875 },
} as const satisfies Record<string, Scramble>;

export function serialOf(row: number, scramble: Scramble): string {
  // Multiplies in two parts, because the full product would exceed the exact integers.
  const thousands = ((Math.floor(row / 1_000) * scramble.factor) % SERIALS) * 1_000;
  return String((thousands + (row % 1_000) * scramble.factor + scramble.offset) % SERIALS).padStart(10, '0');
}

/** Returns the row of ten digits. The caller must check that this row exists. */
export function rowOf(serial: string, scramble: Scramble): number {
  const modulus = BigInt(SERIALS);
  const distance = BigInt(serial) - BigInt(scramble.offset) + modulus;
  return Number((distance * inverse(BigInt(scramble.factor), modulus)) % modulus);
}

/** Returns the modular inverse of `factor` by the extended Euclidean algorithm. */
function inverse(factor: bigint, modulus: bigint): bigint {
  let [remainder, next] = [modulus, factor];
  let [coefficient, nextCoefficient] = [0n, 1n];
  while (next !== 0n) {
    const quotient = remainder / next;
    [remainder, next] = [next, remainder - quotient * next];
    [coefficient, nextCoefficient] = [nextCoefficient, coefficient - quotient * nextCoefficient];
  }
  return ((coefficient % modulus) + modulus) % modulus;
}

/** Appends the Luhn digit: ICCID (ITU-T E.118) and IMEI (3GPP TS 23.003). */
export function withLuhnDigit(digits: string): string {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    const digit = Number(digits.charAt(digits.length - 1 - fromRight));
    const doubled = fromRight % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Appends the two check digits of an EID (GSMA SGP.02 2.2.2): the complete number modulo 97 is 1. */
export function withEidCheckDigits(digits: string): string {
  let rest = 0;
  for (const digit of `${digits}00`) rest = (rest * 10 + Number(digit)) % 97;
  return `${digits}${String(98 - rest).padStart(2, '0')}`;
}
