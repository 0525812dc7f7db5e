/**
 * Returns the sentences for every failure that reaches the page: what happened and what to do. Terminal and dialogs
 * have their own. Texts may contain unsafe characters from paths and names; the caller passes them through
 * `visibleText`.
 */
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { DESKTOP_FAILED, UNSUPPORTED } from '../../src-shared/words/desktop-words.ts';
import { systemCodeWords } from '../../src-shared/words/system-code-words.ts';
import { BackendError } from '../backend/backend-error.ts';
import { mistakeWords } from './mistake-words.ts';
import { searchErrorWords } from './search-error-words.ts';
import { signInErrorWords } from './sign-in-error-words.ts';

export function failureWords(error: Error): string {
  if (!(error instanceof BackendError)) return error.message;
  const { failure } = error;
  switch (failure.kind) {
    case 'expected':
      return errorWords(failure.data);
    case 'incident':
      return `Something went wrong inside Watchfloor. Find it in the log as ${failure.incident}.`;
    case 'not-understood':
      return 'Watchfloor does not understand this page; it may be from another version. Reload it.';
    case 'no-answer':
      return "Watchfloor's backend did not answer: it is busy or has stopped.";
    default:
      return assertNever(failure);
  }
}

/** True if no answer came. The backend may have done what was requested, or may still do it. */
export function isUnanswered(error: Error): boolean {
  return error instanceof BackendError && error.failure.kind === 'no-answer';
}

export function errorWords(data: AppErrorData): string {
  switch (data.code) {
    case 'BAD_PROFILE':
      return profileWords(data.facts);
    case 'PROFILE_DIFFERS':
      return `“${data.facts.profile}” is saved here with another ${data.facts.changed.join(' and another ')} than in the file ${data.facts.path}, so it was not changed. Change it here in Settings, or give the file another “id”.`;
    case 'BAD_ARGUMENT':
      return data.facts.words;
    case 'BAD_FILTER':
      return filterWords(data.facts);
    case 'VIEWS_DAMAGED':
      return `The saved views in ${data.facts.path} cannot be understood. The file was not changed. Repair it, or move it away and save them again.`;
    case 'ALARMS_DAMAGED':
      return `The alarm settings in ${data.facts.path} cannot be understood. The file was not changed, and the default settings apply. Repair it, or move it away and set them again.`;
    case 'TOO_MANY_VIEWS':
      return `A profile has at most ${data.facts.limit} saved views. Delete one first.`;
    case 'EXPORT_FAILED':
      return exportWords(data.facts);
    case 'NO_EXPORT':
      return 'This export no longer exists. Start it again.';
    case 'NO_SCENARIO':
      return `There is no scenario “${data.facts.scenario}”. Choose one of: ${data.facts.known.join(', ')}.`;
    case 'NO_SECRET':
      return noSecretWords(data.facts);
    case 'SECRET_BOUND':
      return secretBoundWords(data.facts);
    case 'SECRET_BINDINGS_DAMAGED':
      return `The file ${data.facts.path}, which binds each client secret to its profile, cannot be understood, so no secret is sent. Repair it, or move it away.`;
    case 'KEYCHAIN_UNAVAILABLE':
      return `The keychain of this computer cannot be used (${data.facts.detail}). Nothing in it is lost. Unlock it and try again, or enter credentials in Settings that last until Watchfloor is closed.`;
    case 'VAULT_KEY_GONE':
    case 'VAULT_DAMAGED':
    case 'VAULT_KEY_FILE':
    case 'SIGNED_OUT':
    case 'SIGN_IN_FAILED':
    case 'NO_PROFILE':
    case 'SERVICE_FAILED':
      return signInErrorWords(data);
    case 'SEARCHES_DAMAGED':
    case 'TOO_MANY_SEARCHES':
    case 'BAD_SEARCH':
    case 'NO_SEARCH':
    case 'NO_ROW':
    case 'NO_REQUEST':
    case 'NO_GAP':
      return searchErrorWords(data);
    case 'NO_CASE':
      return 'No stored event belongs to it any more. Events removed by age cannot be shown.';
    case 'BAD_SPAN':
      return 'A report covers at most 31 days, and its start must be before its end.';
    case 'UNSUPPORTED':
      return UNSUPPORTED[data.facts.what];
    case 'DESKTOP_FAILED':
      return DESKTOP_FAILED[data.facts.what](data.facts.detail);
    case 'NO_STORE':
      return `Nothing is stored for ${named(data.facts.profile)} in ${data.facts.place} yet.`;
    case 'STORE_AMBIGUOUS':
      return `${data.facts.dataDir} holds the events of several profiles: ${data.facts.stores.map(({ name, id }) => `“${name}” (${id})`).join(', ')}. Choose one of them.`;
    case 'STORE_IN_USE':
      return `Another Watchfloor collects into ${data.facts.path} already. Close it first, or use another data folder for this one.`;
    case 'STORE_TOO_NEW':
      return `${data.facts.path} was written by a newer Watchfloor (schema ${data.facts.schema}; this one knows ${data.facts.known}). Use that version, or another data folder.`;
    case 'STORE_FOREIGN':
      return `${data.facts.path} is a database, but not a Watchfloor database. Nothing was written to it. Move it away, or use another data folder.`;
    case 'STORE_DAMAGED':
      return data.facts.movedTo === null
        ? `The store ${data.facts.path} is damaged and cannot be read here. Nothing was changed. Restart Watchfloor: it restores the events that can still be read.`
        : `The store was damaged. Nothing was deleted: it was moved to ${data.facts.movedTo}. Keep that, check the disk, and start Watchfloor again.`;
    case 'STORE_GONE':
      return `The file ${data.facts.path} is missing or empty, but other files of its store exist. Restart Watchfloor: it restores the events that it finds.`;
    case 'STORE_UNWRITABLE':
      return unwritableWords(data.facts);
    case 'STORE_UNREADABLE':
      return `This user may not read ${data.facts.path}. Change its permissions, or use another data folder.`;
    case 'STORE_LOST':
      return 'The process that stores events has failed repeatedly. Check memory, disk and the log, then start Watchfloor again.';
    case 'BACKUP_UNUSABLE':
      return backupWords(data.facts);
    case 'EVENT_NOT_FOUND':
      return `There is no stored event ${data.facts.seq} here. It may have been removed by age.`;
    case 'PAGE_MISSING':
      return 'The page has not been built. Run “npm run build” first.';
    case 'WATCH_CLOSED':
      return 'This profile is not watched any more. Open it again.';
    case 'TOO_MANY_FEEDS':
      return `This page opened more than ${data.facts.limit} feeds, more than it needs. Reload it.`;
    case 'HEALTH_PORT_UNAVAILABLE':
      return `The health port ${data.facts.port} on ${data.facts.host} cannot be opened (${data.facts.detail}). Close the program that uses it, or choose another port.`;
    default:
      return unknownWords(data);
  }
}

/** For a page that stayed open during an upgrade and receives a newer error code. */
function unknownWords(data: never): string {
  const { code } = data as AppErrorData;
  return `Watchfloor reports “${code}”, which is unknown to this page. Reload it.`;
}

function named(profile: string | undefined): string {
  return profile === undefined ? 'this profile' : `“${profile}”`;
}

function profileWords({ path, problem, field = '', expected = '', systemCode }: AppErrorDetails['BAD_PROFILE']) {
  const wrong = (mistake: string) => `The profile ${path} is wrong: ${mistake}.`;
  switch (problem) {
    case 'unreadable':
      return `The profile ${path} cannot be read${bracketed(systemCodeWords(systemCode))}. Check the path.`;
    case 'gone':
      return `The profile ${path} is missing, so it is not watched; its events are still stored. Put the file back, import the profile again, or remove it.`;
    case 'not-json':
      return wrong('it is not valid JSON');
    case 'not-an-object':
      return wrong('it must be one JSON object');
    case 'unknown-field':
      return wrong(`“${field}” is not a field of a profile`);
    case 'secret-inside':
      return wrong(`“${field}” must not be in a profile`);
    case 'wrong-field':
      return wrong(`“${field}” must be ${expected}`);
    case 'ca-file':
      return `The “caFile” of the profile, ${path}, must be ${expected}.`;
    default:
      return assertNever(problem);
  }
}

function filterWords(mistake: AppErrorDetails['BAD_FILTER']): string {
  const { wrong, exists, nearest } = mistakeWords(mistake);
  const meant = nearest === null ? null : `Did you mean “${nearest}”?`;
  return ['The filter has a mistake.', wrong, exists, meant].filter((sentence) => sentence !== null).join(' ');
}

function noSecretWords({ profile, problem, path, systemCode }: AppErrorDetails['NO_SECRET']): string {
  const remedy = 'Enter it in Settings.';
  const file = `The client secret file for “${profile}”${path === undefined ? '' : `, ${path}`}`;
  switch (problem) {
    case 'none':
      // No remedy: the button is next to the text.
      return `There is no client secret for “${profile}” yet.`;
    case 'file-unreadable':
      return `${file} cannot be read${bracketed(systemCodeWords(systemCode))}. Check the path and its permissions.`;
    case 'file-empty':
      return `${file} is empty. Put the client secret into it.`;
    case 'file-no-secret':
      return `${file} has several lines, or no text, so it was not sent. Use a file with only the client secret.`;
    case 'input-empty':
      return `No client secret was entered for “${profile}”. ${remedy}`;
    case 'no-answer':
      return `The store of the client secret for “${profile}” does not answer${bracketed(path)}. ${remedy}`;
    default:
      return assertNever(problem);
  }
}

function bracketed(detail: string | undefined): string {
  return detail === undefined ? '' : ` (${detail})`;
}

function secretBoundWords({ profile, place, changed }: AppErrorDetails['SECRET_BOUND']): string {
  if (place === 'sign-in')
    return `The sign-in of “${profile}” was for another ${changed.join(' and another ')}, so it was not used. If the profile is right, sign in again.`;
  const locationText = { environment: 'in WATCHFLOOR_CLIENT_SECRET', file: 'in its file', keychain: 'in the keychain' }[
    place
  ];
  // An environment variable or file with the same location would be refused again even with a new secret.
  const remedy = place === 'keychain' ? 'store the secret again' : 'run “watchfloor secret bind” in a terminal';
  return `The client secret for “${profile}” ${locationText} is for another ${changed.join(' and another ')}, so it was not sent. If the profile is right, ${remedy}.`;
}

function unwritableWords({ path, problem, detail }: AppErrorDetails['STORE_UNWRITABLE']): string {
  const shown = bracketed(detail);
  switch (problem) {
    case 'full':
      return `No space is left to store events in ${path}. Free some space on this disk.`;
    case 'locked':
      return `Another program has locked ${path}. Close it, or wait until it finishes.`;
    case 'forbidden':
      return `This user may not write to ${path}. Give this user write access to the file and its folder, then start Watchfloor again.`;
    case 'disk-error':
      return `The disk reports an error on ${path}. Check the disk, or use another data folder.`;
    case 'not-durable':
      return `${path} is on a disk that cannot store events safely${shown}. Use a data folder on a local disk.`;
    case 'folder':
      return `The data folder ${path} cannot be created${shown}. Choose another one, or change its permissions.`;
    case 'not-a-file':
      return `${path} is not a regular file${shown}, so Watchfloor does not use it, and nothing was changed. Move it away: a data folder may be a link, but its files may not.`;
    case 'log':
      return `The log ${path} cannot be written${shown}. Change its permissions, or move it away.`;
    case 'output':
      return `The output cannot be written${shown}.`;
    default:
      return assertNever(problem);
  }
}

function exportWords({ path, problem, detail }: AppErrorDetails['EXPORT_FAILED']): string {
  const shown = bracketed(detail);
  switch (problem) {
    case 'full':
      return `No space is left to export to ${path}. Free some space on this disk, then export again. No part of the file was saved.`;
    case 'forbidden':
      return `This user may not write to ${path}${shown}. Change its permissions, then export again.`;
    case 'name':
      return `${path} cannot be the name of an export${shown}. Give it another one.`;
    case 'disk-error':
      return `The export to ${path} failed${shown}, and no part of the file was saved. Check the disk, then export again.`;
    case 'not-loaded':
      return 'Loading stopped before the search was complete, and no part of the file was saved. Export again, or export only the loaded rows.';
    default:
      return assertNever(problem);
  }
}

function backupWords({ path, problem, detail }: AppErrorDetails['BACKUP_UNUSABLE']): string {
  const shown = bracketed(detail);
  switch (problem) {
    case 'no-file':
      return `There is no copy at ${path}.`;
    case 'not-a-store':
      return `${path} is not a copy of a Watchfloor store${shown}.`;
    case 'damaged':
      return `The copy ${path} is not complete${shown}. Make another one; if that fails too, check the disk.`;
    case 'other-store':
      return `${path} is a copy of another store${shown}.`;
    case 'exists':
      return `${path} exists already, and is never overwritten.`;
    case 'no-room':
      return `There is not enough space for a copy at ${path}${shown}. Free some space on this disk.`;
    default:
      return assertNever(problem);
  }
}
