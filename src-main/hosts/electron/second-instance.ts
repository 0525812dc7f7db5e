/**
 * What a second start hands to the one that runs: its command line and where it was typed. What arrives is read as
 * strictly as our own, since Electron passes whatever another program of this user has sent.
 */
import { resolve } from 'node:path';
import * as z from 'zod';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { formatArguments, type DesktopArguments, desktopArguments } from './arguments.ts';
import { type DeepLink, parseDeepLink } from './deep-link.ts';

const secondInstanceSchema = z.object({ argv: z.array(z.string().max(8_192)).max(128), cwd: z.string().max(8_192) });
export type SecondInstance = z.infer<typeof secondInstanceSchema>;

/** What somebody wants of an app that runs already; nothing of it: to see it. */
export interface OpenRequest {
  readonly named: Pick<DesktopArguments, 'profile' | 'replaceProfile' | 'practice'>;
  readonly link: DeepLink | null;
}

/** @param sent by the second start. @throws AppError BAD_ARGUMENT */
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

/**
 * The command line of a start of its own, where nobody runs who could do what was asked.
 * @param usual what counts where the second start says nothing of it, or is wrong; paths whole
 */
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
  // Not repeated: whoever wrote it would choose what stands in our window.
  if (link === null) throw appError('BAD_ARGUMENT', { words: 'This link leads to nothing that Watchfloor can show.' });
  return link;
}
