/**
 * How much of what is random, or done over and over, is done: enough to notice in `npm test`, all of it in
 * `npm run test:long`.
 */
const isThorough = process.env['WATCHFLOOR_THOROUGH'] === '1';

export function rounds({ usual, thorough }: { readonly usual: number; readonly thorough: number }): number {
  return isThorough ? thorough : usual;
}
