/**
 * Sets how many rounds a random or repeated test runs. `npm test` runs enough to notice a fault. `npm run test:long`
 * sets WATCHFLOOR_THOROUGH, runs all rounds, and runs every test file that imports this module.
 */
export const isThorough = process.env['WATCHFLOOR_THOROUGH'] === '1';

export function rounds({ usual, thorough }: { readonly usual: number; readonly thorough: number }): number {
  return isThorough ? thorough : usual;
}
