import { fileURLToPath } from 'node:url';

interface StandAloneResult {
  readonly wrong: readonly string[];
  readonly events: { readonly sealed: number; readonly unsealed: number };
  readonly seal: { readonly at: number; readonly hash: string } | undefined;
}

export const STAND_ALONE = fileURLToPath(new URL('../../docs/examples/verify-watch.mjs', import.meta.url));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a script without types, as auditors get it
const { verify } = (await import(STAND_ALONE)) as {
  verify: (path: string, deposited?: string) => StandAloneResult;
};

export const standAlone = verify;
