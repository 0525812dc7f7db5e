/** Checks a second start as strictly as this program's own command line: any program of this user can send it. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { formatArguments, type DesktopArguments, desktopArguments } from './arguments.ts';
import { type DeepLink, parseDeepLink } from './deep-link.ts';

const secondInstanceSchema = z.object({ argv: z.array(z.string().max(8_192)).max(128), cwd: z.string().max(8_192) });
export type SecondInstance = z.infer<typeof secondInstanceSchema>;

/** A request to an app that already runs. If empty, it only brings the window to the front. */
export interface OpenRequest {
  readonly named: Pick<DesktopArguments, 'profile' | 'replaceProfile' | 'practice'>;
  readonly link: DeepLink | null;
}

/** @param sent data from the second start @throws AppError BAD_ARGUMENT */
export function readOpenRequest(sent: unknown): OpenRequest {
  const parsed = secondInstanceSchema.safeParse(sent);
  if (!parsed.success) return { named: {}, link: null };
  const { argv, cwd } = parsed.data;
  const { profile, replaceProfile, practice, link } = desktopArguments(argv);
  return {
    named: {
      ...(profile === undefined ? {} : { profile: resolve(cwd, profile) }),
      ...(replaceProfile === undefined ? {} : { replaceProfile }),
      ...(practice === undefined ? {} : { practice }),
    },
    link: link === undefined ? null : requireDeepLink(link),
  };
}

/** Makes the arguments of a new start. `usual` replaces options that the second start does not set or sets wrongly. */
export function ownStartArguments(sent: unknown, usual: DesktopArguments): string[] {
  const parsed = secondInstanceSchema.safeParse(sent);
  if (!parsed.success) return formatArguments(usual, '');
  const { argv, cwd } = parsed.data;
  let choice: DesktopArguments = {};
  try {
    choice = desktopArguments(argv);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return formatArguments({ ...usual, ...choice }, cwd);
}

/** @throws AppError BAD_ARGUMENT */
export function requireDeepLink(text: string): DeepLink {
  const link = parseDeepLink(text);
  // Does not repeat the link, because its author would choose the text in the dialog.
  if (link === null) throw appError('BAD_ARGUMENT', { words: 'Watchfloor cannot open this link.' });
  return link;
}
