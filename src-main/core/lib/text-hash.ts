/**
 * Hashes a text to 53 bits, in eleven characters or fewer (cyrb53, public domain). Not for anything that an attacker could
 * gain from: use it to compare a few texts without keeping them.
 */
export function textHash(text: string): string {
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
  return (4_294_967_296 * (2_097_151 & mixedLow) + (mixedHigh >>> 0)).toString(36);
}
