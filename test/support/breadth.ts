/**
 * How many rounds a random or repeated test takes. `npm test` takes enough to notice a fault; `npm run test:long` sets
 * WATCHFLOOR_THOROUGH, takes all rounds, and runs every test file that imports this one.
 */
export const isThorough = process.env['WATCHFLOOR_THOROUGH'] === '1';

export function rounds({ usual, thorough }: { readonly usual: number; readonly thorough: number }): number {
  return isThorough ? thorough : usual;
}
