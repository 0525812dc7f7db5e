/**
 * Files of `inbox` next to the database, with which a command hands over an action. The ending is the state. Only
 * renaming is tried by two processes, so exactly one of them takes an action.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export const inboxIn = (directory: string): string => join(directory, 'inbox');

export interface InboxFiles {
  /** Written by the command. It deletes the file again to withdraw the action. */
  readonly request: string;
  /** The request, renamed by the process that does it. */
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
