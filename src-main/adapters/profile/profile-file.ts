/** Reads a profile from JSON. Errors name the field but never the value, which may be a secret by mistake. */
import { dirname, resolve } from 'node:path';
import { type AppError, type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import {
  type ConnectionProfile,
  connectionProfileSchema,
  profileFileSchema,
} from '../../../src-shared/domain/profile/profile.ts';
import type * as z from 'zod';
import { readPlainText } from '../files/plain-file.ts';
import { profileIdOf } from './profile-identity.ts';

/** A profile has a few hundred bytes; a larger file is another file. */
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

/** `path`: location of the text. File names in the profile are relative to its folder. @throws AppError BAD_PROFILE */
export function parseProfile(text: string, path: string): ConnectionProfile {
  const { clientSecretFile, caFile, ...profile } = parsedAs(profileFileSchema, text, path);
  const nextToProfile = (file: string) => resolve(dirname(path), file);
  return validateProfile(path, {
    ...profile,
    id: profileIdOf(profile),
    ...(clientSecretFile === undefined ? {} : { clientSecretFile: nextToProfile(clientSecretFile) }),
    ...(caFile === undefined ? {} : { caFile: nextToProfile(caFile) }),
  });
}

/** For text without a location: file names in it must be absolute. `path`: its label. @throws AppError BAD_PROFILE */
export function parseProfileText(text: string, path: string): ConnectionProfile {
  const profile = parsedAs(profileFileSchema, text, path);
  return validateProfile(path, { ...profile, id: profileIdOf(profile) });
}

function validateProfile(path: string, profile: ConnectionProfile): ConnectionProfile {
  const checked = connectionProfileSchema.safeParse(profile);
  if (!checked.success) throw badProfileError(path, problemDetails(checked.error.issues[0]));
  return checked.data;
}

/** Parses a profile that is stored under this id. Refuses a file with another id. @throws AppError BAD_PROFILE */
export function parseStoredProfile(text: string, path: string, id: ProfileId): ConnectionProfile {
  const profile = parsedAs(connectionProfileSchema, text, path);
  if (profile.id === id) return profile;
  throw badProfileError(path, { problem: 'wrong-field', field: 'id', expected: `"${id}", the name of its folder` });
}

function parsedAs<Schema extends z.ZodType>(schema: Schema, text: string, path: string): z.output<Schema> {
  const parsed = schema.safeParse(parsedJson(text, path));
  if (parsed.success) return parsed.data;
  throw badProfileError(path, problemDetails(parsed.error.issues[0]));
}

function parsedJson(text: string, path: string): unknown {
  try {
    // Some Windows editors start a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // Without the cause, whose message quotes the text.
    throw badProfileError(path, { problem: 'not-json' });
  }
}

type Issue = z.core.$ZodIssue;

function problemDetails(issue: Issue | undefined): Omit<AppErrorDetails['BAD_PROFILE'], 'path'> {
  if (issue?.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    if (/secret|password/i.test(field)) return { problem: 'secret-inside', field };
    // The key is inside a field, whose message lists the allowed ones.
    if (issue.path.length > 0) return { problem: 'wrong-field', field: issue.path.join('.'), expected: issue.message };
    return { problem: 'unknown-field', field, expected: Object.keys(profileFileSchema.shape).join(', ') };
  }
  const field = issue?.path.join('.') ?? '';
  return issue === undefined || field === ''
    ? { problem: 'not-an-object' }
    : { problem: 'wrong-field', field, expected: issue.message };
}

function badProfileError(path: string, details: Omit<AppErrorDetails['BAD_PROFILE'], 'path'>): AppError {
  return appError('BAD_PROFILE', { path, ...details });
}
