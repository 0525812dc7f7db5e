/**
 * Describes every expected failure for a terminal or a dialog: what happened, and what to do. All such sentences of the
 * hosts are in this module and the ones it imports; the page has its own. A sentence can repeat paths and names, never
 * a secret. Both may contain hostile characters, so the caller must escape them (`cli/terminal-text.ts`).
 */
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import { profileFileSchema } from '../../src-shared/domain/profile/profile.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { DESKTOP_FAILED, UNSUPPORTED } from '../../src-shared/words/desktop-words.ts';
import { systemCodeWords } from '../../src-shared/words/system-code-words.ts';
import { filterWords } from './filter-words.ts';
import { searchWords } from './search-words.ts';
import { signInWords } from './sign-in-words.ts';

const SECRET_SOURCES_HINT =
  'Set WATCHFLOOR_CLIENT_SECRET, name a "clientSecretFile" in the profile, or store it with `watchfloor secret set --profile …`.';

export function errorWords(data: AppErrorData): string {
  switch (data.code) {
    case 'BAD_PROFILE':
      return profileWords(data.facts);
    case 'PROFILE_DIFFERS':
      return differsWords(data.facts);
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
      return `There is no scenario "${data.facts.scenario}". Choose one of: ${data.facts.known.join(', ')}.`;
    case 'NO_SECRET':
      return noSecretWords(data.facts);
    case 'SECRET_BOUND':
      return secretBoundWords(data.facts);
    case 'SECRET_BINDINGS_DAMAGED':
      return `The file ${data.facts.path}, which records what each client secret is for, is damaged, so no secret was sent. Restore it, or delete it: each secret is then bound to the profile that uses it next.`;
    case 'KEYCHAIN_UNAVAILABLE':
      return keychainWords(data.facts);
    case 'VAULT_KEY_GONE':
    case 'VAULT_DAMAGED':
    case 'VAULT_KEY_FILE':
    case 'SIGNED_OUT':
    case 'SIGN_IN_FAILED':
    case 'NO_PROFILE':
    case 'SERVICE_FAILED':
      return signInWords(data);
    case 'SEARCHES_DAMAGED':
    case 'TOO_MANY_SEARCHES':
    case 'BAD_SEARCH':
    case 'NO_SEARCH':
    case 'NO_ROW':
    case 'NO_REQUEST':
    case 'NO_GAP':
      return searchWords(data);
    case 'NO_CASE':
      return `No record of ${data.facts.key}. \`watchfloor cases\` and \`watchfloor requests\` list what is stored.`;
    case 'BAD_SPAN':
      return 'The span of a report must end after it begins and be at most 31 days long.';
    case 'UNSUPPORTED':
      return UNSUPPORTED[data.facts.what];
    case 'DESKTOP_FAILED':
      return DESKTOP_FAILED[data.facts.what](data.facts.detail);
    case 'NO_STORE':
      return noStoreWords(data.facts);
    case 'STORE_AMBIGUOUS':
      return ambiguousWords(data.facts);
    case 'STORE_IN_USE':
      return `Another Watchfloor is already watching with ${data.facts.path}. Stop it first, or use another data folder; reading commands work while it runs.`;
    case 'STORE_TOO_NEW':
      return `${data.facts.path} was written by a newer Watchfloor (schema ${data.facts.schema}; this version supports ${data.facts.known}). Use that version, or another data folder.`;
    case 'STORE_FOREIGN':
      return `${data.facts.path} is a database, but not a Watchfloor database. Nothing was written to it. Move it away, or use another data folder.`;
    case 'STORE_DAMAGED':
      return data.facts.movedTo === null
        ? `The store ${data.facts.path} is damaged and cannot be read further. Nothing was changed. \`watchfloor collect\` and \`watchfloor start\` save readable events and continue in a new store.`
        : `The store was damaged. Nothing was deleted: it is now ${data.facts.movedTo}. Keep that, check the disk, and start again.`;
    case 'STORE_GONE':
      return missingStoreWords(data.facts);
    case 'STORE_UNWRITABLE':
      return unwritableWords(data.facts);
    case 'STORE_UNREADABLE':
      return `This user may not read ${data.facts.path}. Change its permissions, or name another --data-dir.`;
    case 'STORE_LOST':
      return 'Not storing events: the storing process of Watchfloor stopped repeatedly. Check memory and disk, then start Watchfloor again; see the log.';
    case 'BACKUP_UNUSABLE':
      return backupWords(data.facts);
    case 'EVENT_NOT_FOUND':
      return `There is no stored event ${data.facts.seq}.`;
    case 'PAGE_MISSING':
      return data.facts.problem === 'not-built'
        ? 'The page is not built. Run `npm run build` first.'
        : `The page could not be built. Run \`npm run build\` to see why.\n${data.facts.output ?? ''}`.trimEnd();
    case 'WATCH_CLOSED':
      return 'This profile is no longer being watched. Open it again.';
    case 'TOO_MANY_FEEDS':
      return `This page has more than ${data.facts.limit} open feeds. Reload it.`;
    case 'HEALTH_PORT_UNAVAILABLE':
      return healthPortWords(data.facts);
    default:
      return assertNever(data);
  }
}

function healthPortWords({ port, host, problem, detail }: AppErrorDetails['HEALTH_PORT_UNAVAILABLE']): string {
  return problem === 'taken'
    ? `The health port ${port} on ${host} is in use by another program. Stop that program, or choose another --health-port.`
    : `The health port ${port} cannot be opened on ${host} (${detail}). Set --health-host to an address of this computer, or wait until its network is up.`;
}

export function skippedProfileWords(data: AppErrorData): string {
  return `A stored profile was skipped. ${errorWords(data)}`;
}

function differsWords({ profile, path, changed }: AppErrorDetails['PROFILE_DIFFERS']): string {
  return `The profile "${profile}" is stored here with another ${changed.join(' and another ')} than in "${path}", so it was not changed. Start with \`--replace-profile\` to use the file, change it in Settings, or give the file another "id".`;
}

function profileWords({ path, problem, field, expected, systemCode }: AppErrorDetails['BAD_PROFILE']): string {
  const wrong = (what: string) => `The profile "${path}" is wrong: ${what}.`;
  switch (problem) {
    case 'unreadable':
      return `The profile "${path}" cannot be read (${systemCodeWords(systemCode ?? 'unknown')}). Check the path.`;
    case 'gone':
      return `The profile "${path}" is missing, but its events are stored beside it; it is not being watched. Put the file back, import the profile again, or remove it in Settings.`;
    case 'not-json':
      return wrong(
        'it is not valid JSON. Expected one object with name, baseUrl, eventsUrl, authUrl, realm, clientId and flow',
      );
    case 'not-an-object':
      return wrong('expected one JSON object');
    case 'unknown-field':
      return wrong(
        `"${field}" is not a field of a profile. Expected: ${Object.keys(profileFileSchema.shape).join(', ')}`,
      );
    case 'secret-inside':
      return wrong(
        `"${field}" is not allowed in a profile. Put the secret into WATCHFLOOR_CLIENT_SECRET, a file named by "clientSecretFile", or the keychain`,
      );
    case 'wrong-field':
      return wrong(`"${field}" must be ${expected}`);
    case 'ca-file':
      return `The "caFile" of the profile, "${path}", must be ${expected}.`;
    default:
      return assertNever(problem);
  }
}

function noSecretWords({ profile, problem, path, systemCode }: AppErrorDetails['NO_SECRET']): string {
  switch (problem) {
    case 'none':
      return `There is no client secret for "${profile}". ${SECRET_SOURCES_HINT}`;
    case 'file-unreadable':
      return `The clientSecretFile "${path}" cannot be read (${systemCodeWords(systemCode ?? 'unknown')}). Check the path and its permissions.`;
    case 'file-empty':
      return `The clientSecretFile "${path}" is empty. Put the client secret into it.`;
    case 'file-no-secret':
      return `The clientSecretFile "${path}" has several lines, or no text, so it was not sent. Name a file that contains only the client secret.`;
    case 'input-empty':
      return 'Standard input has no secret. Pass it like this: … < secret.txt';
    case 'no-answer':
      return path === undefined
        ? `The source of the client secret for "${profile}" does not answer. ${SECRET_SOURCES_HINT}`
        : `The clientSecretFile "${path}" does not answer. Name a plain file.`;
    default:
      return assertNever(problem);
  }
}

function secretBoundWords({ profile, place, changed }: AppErrorDetails['SECRET_BOUND']): string {
  if (place === 'sign-in')
    return `The sign-in of "${profile}" was for another ${changed.join(' and another ')}, so it was not used. If the profile is right, sign in again with \`watchfloor sign-in --profile …\`.`;
  const where = {
    environment: 'in WATCHFLOOR_CLIENT_SECRET',
    file: 'in the clientSecretFile',
    keychain: 'in the keychain',
  }[place];
  const remedy =
    place === 'keychain'
      ? 'store the secret for it with `watchfloor secret set --profile …`'
      : 'confirm it with `watchfloor secret bind --profile …` (and the same --data-dir, if you use one)';
  return `The client secret for "${profile}" ${where} is for another ${changed.join(' and another ')}, so it was not sent. If the profile is right, ${remedy}.`;
}

function keychainWords({ detail, profile }: AppErrorDetails['KEYCHAIN_UNAVAILABLE']): string {
  const forWhom = profile === undefined ? '' : ` for "${profile}"`;
  return `The keychain of this computer cannot be used${forWhom} (${detail}). Nothing in it is lost. Unlock it and try again; if there is none, use --vault-key-file. A client secret can also be in WATCHFLOOR_CLIENT_SECRET or clientSecretFile.`;
}

function noStoreWords({ place, problem, profile, known = [] }: AppErrorDetails['NO_STORE']): string {
  switch (problem) {
    case 'nothing-yet':
      return profile === undefined
        ? `Nothing is stored in "${place}" yet. Run \`watchfloor collect\` first, or name another --data-dir.`
        : `Nothing is stored for "${profile}" in "${place}", which has no store.`;
    case 'not-this-profile':
      return `Nothing is stored for "${profile}" in "${place}". It has: ${known.map((name) => `"${name}"`).join(', ')}.`;
    case 'not-set-up':
      return `The store ${place} is not set up for this version yet. Run \`watchfloor collect\` with it first.`;
    case 'no-file':
      return `There is no store at ${place}. Run \`watchfloor collect\` first.`;
    default:
      return assertNever(problem);
  }
}

function ambiguousWords({ dataDir, named, stores }: AppErrorDetails['STORE_AMBIGUOUS']): string {
  const listed = stores.map(({ name, id }) => `"${name}" (${id})`).join(', ');
  return named === null
    ? `"${dataDir}" has the events of several profiles: ${listed}. Choose one with --profile.`
    : `Several profiles in "${dataDir}" have the name "${named}": ${listed}. Choose one by the id in brackets.`;
}

function missingStoreWords({ path, newestCopy }: AppErrorDetails['STORE_GONE']): string {
  const copies = newestCopy === null ? 'There is no copy beside it.' : `Its newest copy is ${newestCopy}.`;
  return `The store's file ${path} is gone or empty, but other files of the store are still there. ${copies} \`watchfloor collect\` and \`watchfloor start\` with its profile continue in a new store and restore the events that they find; \`watchfloor restore\` restores them from a copy elsewhere.`;
}

function unwritableWords({ path, problem, detail }: AppErrorDetails['STORE_UNWRITABLE']): string {
  const shown = detail === undefined ? '' : ` (${detail})`;
  switch (problem) {
    case 'full':
      return `No space is left to store events in ${path}. Free some space on this disk.`;
    case 'locked':
      return `Another program has locked ${path}. Close it, or wait until it finishes.`;
    case 'forbidden':
      return `This user may not write to ${path}, so nothing can be stored there. Give this user write access to the file and its folder (SQLite may also need it for reading), or use another data folder.`;
    case 'disk-error':
      return `The disk reports an error on ${path}. Check the disk, or use another data folder.`;
    case 'not-durable':
      return `${path} is on a disk that cannot store events safely${shown}. Use a data folder on a local disk.`;
    case 'folder':
      return `The data folder ${path} cannot be created${shown}. Choose another one with --data-dir, or change its permissions.`;
    case 'not-a-file':
      return `${path} is not a plain file${shown}, so Watchfloor does not use it, and nothing was changed. Move it away: a data folder may be a link, but its files may not.`;
    case 'log':
      return `The log ${path} cannot be written${shown}. Change its permissions, or move it away.`;
    case 'output':
      return `The output cannot be written${shown}.`;
    default:
      return assertNever(problem);
  }
}

function exportWords({ path, problem, detail }: AppErrorDetails['EXPORT_FAILED']): string {
  const shown = detail === undefined ? '' : ` (${detail})`;
  switch (problem) {
    case 'full':
      return `No space is left to export to ${path}. Free some space, or name another place. No file was written.`;
    case 'forbidden':
      return `This user may not write to ${path}${shown}. Name another place, or change its permissions.`;
    case 'name':
      return `${path} cannot be used as the name of an export${shown}. Name another file.`;
    case 'disk-error':
      return `The export to ${path} failed${shown}. No file was written. Check the disk, or name another place.`;
    case 'not-loaded':
      return 'Loading stopped before the search was complete, so no file was written. Start it again, or export what is loaded.';
    default:
      return assertNever(problem);
  }
}

function backupWords({ path, problem, detail }: AppErrorDetails['BACKUP_UNUSABLE']): string {
  const shown = detail === undefined ? '' : ` (${detail})`;
  switch (problem) {
    case 'no-file':
      return `There is no copy at ${path}. Check the path.`;
    case 'not-a-store':
      return `${path} is not a copy of a Watchfloor store${shown}. Nothing was restored from it.`;
    case 'damaged':
      return `The copy ${path} is not complete${shown}. Use another copy; the store was not changed.`;
    case 'other-store':
      return `${path} is a copy of another store${shown}: the two stores use the same numbers for different events. Name the store of the copy with --profile, or move the folder of the current store away and restore into an empty one.`;
    case 'exists':
      return `${path} already exists and is never overwritten. Name another file.`;
    case 'no-room':
      return `There is not enough space for a copy at ${path}${shown}. Free some space, or name another place with --to.`;
    default:
      return assertNever(problem);
  }
}
