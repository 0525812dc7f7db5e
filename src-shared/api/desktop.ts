/** The browser host has none of it. No call can set the update address: the page must not choose what is installed. */
import * as z from 'zod';

/** `signature`: the download has the wrong publisher or differs from what was published. */
const updateProblems = ['unreachable', 'not-a-feed', 'signature', 'install', 'unknown'] as const;
export type UpdateProblem = (typeof updateProblems)[number];

const updateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }),
  /** `package`: its manager updates. `feed`: the address is not https. `publisher`: none is configured on Windows. `channel`: no such one. `policy`: it is damaged. */
  z.object({
    kind: z.literal('unavailable'),
    why: z.enum(['not-packaged', 'package', 'feed', 'publisher', 'channel', 'policy']),
  }),
  /** When this version was last found to be the newest; null if not checked since the start. */
  z.object({ kind: z.literal('idle'), checkedAt: z.number().nullable() }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('available'), version: z.string().max(64) }),
  z.object({ kind: z.literal('downloading'), version: z.string().max(64), percent: z.number().min(0).max(100) }),
  z.object({ kind: z.literal('ready'), version: z.string().max(64) }),
  /** `at`: UTC epoch ms. `detail`: the system's own words, made safe to show. */
  z.object({
    kind: z.literal('failed'),
    problem: z.enum(updateProblems),
    detail: z.string().max(300),
    at: z.number(),
  }),
]);
export type UpdateState = z.infer<typeof updateSchema>;

export const desktopStateSchema = z.object({
  startsAtLogin: z.boolean().nullable(),
  staysWhenClosed: z.boolean(),
  keepsAwake: z.boolean(),
  /** How to reopen a closed window; `taskbar` if there is no tray. */
  place: z.enum(['tray', 'menu-bar', 'taskbar']),
  update: updateSchema,
});
export type DesktopState = z.infer<typeof desktopStateSchema>;
