/**
 * A connection profile read from a JSON file. A wrong file is told by its field and what is expected there; values are
 * not repeated, since a secret may have been put there by mistake.
 */
import { dirname, resolve } from 'node:path';
import { type AppError, type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import {
  type ConnectionProfile,
  connectionProfileSchema,
  profileFileSchema,
} from '../../../src-shared/domain/profile.ts';
import type * as z from 'zod';
import { readPlainText } from '../files/plain-file.ts';
import { profileIdOf } from './profile-identity.ts';

/** A profile has a few hundred bytes; a file that is larger is another file. */
export const MAX_PROFILE_BYTES = 1_000_000;

/** @throws AppError BAD_PROFILE */
export async function readProfileFile(path: string): Promise<ConnectionProfile> {
  const text = await readPlainText(path, MAX_PROFILE_BYTES).catch((cause: NodeJS.ErrnoException) => {
    throw appError(
      'BAD_PROFILE',
      { path, problem: 'unreadable', ...(cause.code === undefined ? {} : { systemCode: cause.code }) },
      { cause },
    );
  });
  return parseProfile(text, path);
}

/** `path`: where the text is from; files that the profile names are beside it. @throws AppError BAD_PROFILE */
export function parseProfile(text: string, path: string): ConnectionProfile {
  const { clientSecretFile, caFile, ...profile } = parsedAs(profileFileSchema, text, path);
  const beside = (file: string) => resolve(dirname(path), file);
  return validateProfile(path, {
    ...profile,
    id: profileIdOf(profile),
    ...(clientSecretFile === undefined ? {} : { clientSecretFile: beside(clientSecretFile) }),
    ...(caFile === undefined ? {} : { caFile: beside(caFile) }),
  });
}

/**
 * The text of a file that is nowhere, such as one that a browser has read: what it names is named whole. `path`: what the
 * text is called. @throws AppError BAD_PROFILE
 */
export function parseProfileText(text: string, path: string): ConnectionProfile {
  const profile = parsedAs(profileFileSchema, text, path);
  return validateProfile(path, { ...profile, id: profileIdOf(profile) });
}

function validateProfile(path: string, profile: ConnectionProfile): ConnectionProfile {
  const whole = connectionProfileSchema.safeParse(profile);
  if (!whole.success) throw badProfileError(path, problemDetails(whole.error.issues[0]));
  return whole.data;
}

/** A profile that is kept under this id: one that says another is not the one that was put there. @throws AppError BAD_PROFILE */
export function parseStoredProfile(text: string, path: string, id: ProfileId): ConnectionProfile {
  const profile = parsedAs(connectionProfileSchema, text, path);
  if (profile.id === id) return profile;
  throw badProfileError(path, { problem: 'wrong-field', field: 'id', expected: `"${id}", as its folder is called` });
}

function parsedAs<Schema extends z.ZodType>(schema: Schema, text: string, path: string): z.output<Schema> {
  const parsed = schema.safeParse(parsedJson(text, path));
  if (parsed.success) return parsed.data;
  throw badProfileError(path, problemDetails(parsed.error.issues[0]));
}

function parsedJson(text: string, path: string): unknown {
  try {
    // A byte order mark is what some Windows editors begin a file with.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // Without the cause: its message quotes the text.
    throw badProfileError(path, { problem: 'not-json' });
  }
}

type Issue = z.core.$ZodIssue;

function problemDetails(issue: Issue | undefined): Omit<AppErrorDetails['BAD_PROFILE'], 'path'> {
  if (issue?.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    if (/secret|password/i.test(field)) return { problem: 'secret-inside', field };
    // Inside of a field: which there are, that field says.
    if (issue.path.length > 0) return { problem: 'wrong-field', field: issue.path.join('.'), expected: issue.message };
    return { problem: 'unknown-field', field };
  }
  const field = issue?.path.join('.') ?? '';
  return issue === undefined || field === ''
    ? { problem: 'not-an-object' }
    : { problem: 'wrong-field', field, expected: issue.message };
}

function badProfileError(path: string, facts: Omit<AppErrorDetails['BAD_PROFILE'], 'path'>): AppError {
  return appError('BAD_PROFILE', { path, ...facts });
}
