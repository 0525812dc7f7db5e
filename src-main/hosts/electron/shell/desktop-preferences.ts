/** Stores settings in `desktop.json` of the data folder. A damaged file is overwritten by the next change. */
import { join } from 'node:path';
import * as z from 'zod';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';
import { readJsonFile } from '../read-json-file.ts';

const preferencesSchema = z.object({
  /** Closing a window by habit must not stop the watch. */
  staysWhenClosed: z.boolean().default(true),
  keepsAwake: z.boolean().default(true),
  wasToldOfClosing: z.boolean().default(false),
  /** The version that last registered the app for links. The user may have chosen another program since. */
  linksOf: z.string().nullable().default(null),
});
export type DesktopPreferences = z.infer<typeof preferencesSchema>;

const MAX_FILE_LENGTH = 10_000;

export class DesktopPreferenceStore {
  readonly #path: string;
  #choices: DesktopPreferences;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'desktop.json');
    this.#choices = readJsonFile(this.#path, MAX_FILE_LENGTH, preferencesSchema) ?? preferencesSchema.parse({});
  }

  get current(): DesktopPreferences {
    return this.#choices;
  }

  /** Applies the change, even if it cannot be stored. @throws AppError STORE_UNWRITABLE */
  async change(changes: Partial<DesktopPreferences>): Promise<void> {
    this.#choices = { ...this.#choices, ...changes };
    const text = `${JSON.stringify(this.#choices, null, 2)}\n`;
    const written = this.#writing.then(() => writeFileAtomically(this.#path, text));
    this.#writing = written.catch(() => undefined);
    await written;
  }
}
