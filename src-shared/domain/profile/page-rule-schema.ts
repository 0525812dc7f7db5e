import * as z from 'zod';
import { hideableActions, hideableScreens, type PageRule } from './page-rule.ts';

export const MAX_PAGE_RULES = 100;
const right = z.string({ error: 'a name of 1 to 200 characters' }).min(1).max(200);

export const pageRuleSchema = z.strictObject({
  hides: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('screen'), screen: z.enum(hideableScreens) }),
    z.strictObject({ kind: z.literal('action'), action: z.enum(hideableActions) }),
  ]),
  needs: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('permission'), resource: right, permission: right }),
    z.strictObject({ kind: z.literal('solution'), name: right }),
    z.strictObject({ kind: z.literal('role'), name: right }),
    z.strictObject({ kind: z.literal('access-right'), name: right }),
  ]),
}) satisfies z.ZodType<PageRule>;
