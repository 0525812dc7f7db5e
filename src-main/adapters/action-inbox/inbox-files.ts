/**
 * Files in the folder `inbox` next to the database. The ending is a file's state, and renaming it is the only step that
 * two processes could both try, so exactly one of them takes an action.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export const inboxIn = (directory: string): string => join(directory, 'inbox');

export interface InboxFiles {
  /** The command deletes its file again to withdraw the action. */
  readonly request: string;
  /** Renamed by the process that does it. */
  readonly taken: string;
  /** Written by that process. The command deletes it. */
  readonly answer: string;
}

export function inboxFiles(inbox: string, id: string): InboxFiles {
  const file = (ending: string) => join(inbox, `${id}.${ending}`);
  return { request: file('request'), taken: file('taken'), answer: file('answer') };
}

export function requestId(name: string): string | null {
  return /^([0-9a-f]{32})\.request$/.exec(name)?.[1] ?? null;
}

export async function createInbox(inbox: string): Promise<void> {
  await mkdir(inbox, { recursive: true, mode: 0o700 });
}

/** A note has a few kilobytes, a thousand names some hundred. */
export const MAX_FILE_BYTES = 8_388_608;
