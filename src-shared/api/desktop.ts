/**
 * What is of the computer's desktop alone: the program itself, its place in tray and menu, its updates. A host in a
 * browser has none of it. Nothing here can say where updates come from: who could would choose what is installed.
 */
import * as z from 'zod';

/** What can go wrong with an update. `signature`: what was loaded is not by whom it must be, or not as it was published. */
const updateProblems = ['unreachable', 'not-a-feed', 'signature', 'install', 'unknown'] as const;
export type UpdateProblem = (typeof updateProblems)[number];

const updateSchema = z.discriminatedUnion('kind', [
  /** Nobody has said where updates come from: nothing is ever asked for. */
  z.object({ kind: z.literal('off') }),
  /**
   * `not-packaged`: run from its sources. `package`: this computer's package system brings updates. `feed`: the configured
   * address is not one of https. `publisher`: on Windows the publisher must be configured, or nothing would be checked.
   */
  z.object({ kind: z.literal('unavailable'), why: z.enum(['not-packaged', 'package', 'feed', 'publisher']) }),
  /** `checkedAt`: when this was found to be the newest, UTC epoch ms; `null`: not asked since the start. */
  z.object({ kind: z.literal('idle'), checkedAt: z.number().nullable() }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('available'), version: z.string().max(64) }),
  z.object({ kind: z.literal('downloading'), version: z.string().max(64), percent: z.number().min(0).max(100) }),
  /** Loaded and checked; it is installed when somebody says so, and the program starts again. */
  z.object({ kind: z.literal('ready'), version: z.string().max(64) }),
  /** UTC epoch ms. `detail`: the system's own words, made harmless. */
  z.object({
    kind: z.literal('failed'),
    problem: z.enum(updateProblems),
    detail: z.string().max(300),
    at: z.number(),
  }),
]);
export type UpdateState = z.infer<typeof updateSchema>;

export const desktopStateSchema = z.object({
  about: z.object({
    version: z.string(),
    /** Names with versions: Electron, Chromium, Node, the system. */
    parts: z.array(z.object({ name: z.string(), version: z.string() })),
    dataFolder: z.string(),
    logFolder: z.string(),
  }),
  /** `null`: this system has no such setting that Watchfloor could change. */
  startsAtLogin: z.boolean().nullable(),
  /** Closing the window leaves Watchfloor watching. */
  staysWhenClosed: z.boolean(),
  /** A computer that nobody uses does not go to sleep while a profile is watched. */
  keepsAwake: z.boolean(),
  /** Where it is found again when it was closed: `taskbar` where no tray is. */
  place: z.enum(['tray', 'menu-bar', 'taskbar']),
  update: updateSchema,
});
export type DesktopState = z.infer<typeof desktopStateSchema>;

export const desktopSwitchInputSchema = z.object({ on: z.boolean() });
