/**
 * What people chose of the desktop, in `desktop.json` of the data folder. A file that cannot be understood counts for
 * nothing, and is written anew by the next choice: it holds nothing that is work.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { readPlainTextSync } from '../../../adapters/files/plain-file.ts';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';

const preferencesSchema = z.object({
  /** Closing the window leaves the program watching. */
  staysWhenClosed: z.boolean(),
  /** A computer that nobody uses does not go to sleep while a profile is watched. */
  keepsAwake: z.boolean(),
  /** It was said once what closing does. */
  wasToldOfClosing: z.boolean(),
  /** The version that made itself the program for links; a person may have chosen another one since. */
  linksOf: z.string().nullable(),
});
export type DesktopPreferences = z.infer<typeof preferencesSchema>;

/** Who closes a window by habit must not stop the watch by it. */
const DEFAULTS: DesktopPreferences = {
  staysWhenClosed: true,
  keepsAwake: true,
  wasToldOfClosing: false,
  linksOf: null,
};
const MAX_FILE_LENGTH = 10_000;

export class DesktopPreferenceStore {
  readonly #path: string;
  #choices: DesktopPreferences;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'desktop.json');
    this.#choices = readPreferences(this.#path);
  }

  get current(): DesktopPreferences {
    return this.#choices;
  }

  /** What is chosen counts from here on, also where it cannot be kept. @throws AppError STORE_UNWRITABLE */
  async change(changes: Partial<DesktopPreferences>): Promise<void> {
    this.#choices = { ...this.#choices, ...changes };
    const text = `${JSON.stringify(this.#choices, null, 2)}\n`;
    const written = this.#writing.then(() => writeFileAtomically(this.#path, text));
    this.#writing = written.catch(() => undefined);
    await written;
  }
}

function readPreferences(path: string): DesktopPreferences {
  try {
    const text = readPlainTextSync(path, MAX_FILE_LENGTH);
    return preferencesSchema.parse({ ...DEFAULTS, ...preferencesSchema.partial().parse(JSON.parse(text)) });
  } catch {
    return DEFAULTS;
  }
}
