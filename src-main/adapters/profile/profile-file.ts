/**
 * A connection profile read from a JSON file. A wrong file gets one message that names the field and what is
 * expected; values are not repeated, since a secret may have been put there by mistake.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../../src-shared/api/errors.ts';
import { type ConnectionProfile, connectionProfileSchema } from '../../../src-shared/domain/profile.ts';

/** @throws AppError BAD_PROFILE */
export async function readProfileFile(path: string): Promise<ConnectionProfile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AppError('BAD_PROFILE', `The profile "${path}" cannot be read (${error.code}). Check the path.`, {
      cause: error,
    });
  });
  const profile = parseProfile(text, path);
  return profile.clientSecretFile === undefined
    ? profile
    : { ...profile, clientSecretFile: resolve(dirname(path), profile.clientSecretFile) };
}

/** @throws AppError BAD_PROFILE */
export function parseProfile(text: string, path: string): ConnectionProfile {
  const wrong = (what: string) => new AppError('BAD_PROFILE', `The profile "${path}" is wrong: ${what}.`);
  let json: unknown;
  try {
    // A byte order mark is what some Windows editors begin a file with.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw wrong(
      'it is no valid JSON. Expected one object with name, baseUrl, eventsUrl, authUrl, realm, clientId and flow',
    );
  }
  const parsed = connectionProfileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue === undefined) throw wrong('it does not have the expected form');
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    throw wrong(
      /secret|password/i.test(key)
        ? `"${key}" must not stand in a profile. Put the secret into WATCHFLOOR_CLIENT_SECRET, a file named by "clientSecretFile", or the keychain`
        : `"${key}" is no field of a profile. Expected are ${Object.keys(connectionProfileSchema.shape).join(', ')}`,
    );
  }
  const field = issue.path.join('.');
  throw wrong(field === '' ? 'expected is one JSON object' : `"${field}" must be ${issue.message}`);
}
