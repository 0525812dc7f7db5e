/** Words for rates. A percentage always has its interval and its number of attempts. */
import type { SuccessRate } from '../../domain/quality/success-rate.ts';
import { numberText } from '../store-words.ts';

/** "52 % (48 to 56 %) of 604", or "n = 3: too few to say". */
export function rateWords(rate: SuccessRate): string {
  if (rate.kind === 'too-few') return `n = ${numberText(rate.ended)}: too few to say`;
  const [share, low, high] = [rate.rate, rate.low, rate.high].map((part) => String(Math.round(part * 100)));
  return `${share} % (${low} to ${high} %) of ${numberText(rate.ended)}`;
}
