/**
 * Hashes a text to 53 bits (cyrb53, public domain): among 100 000 texts, two collide in one of two million lists. Not for
 * anything that an attacker could gain from: use it to compare texts without keeping them.
 */
export function textHash(text: string): number {
  let high = 0xde_ad_be_ef;
  let low = 0x41_c6_ce_57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  const mix = (one: number, other: number): number =>
    Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  const mixedHigh = mix(high, low);
  const mixedLow = mix(low, mixedHigh);
  return 4_294_967_296 * (2_097_151 & mixedLow) + (mixedHigh >>> 0);
}

/** The same in eleven letters and digits or fewer, to be stored. */
export function shortTextHash(text: string): string {
  return textHash(text).toString(36);
}
