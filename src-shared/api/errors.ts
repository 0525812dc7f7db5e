/** Only these codes cross a wire; any other error crosses as INTERNAL with an incident id. No fact is a secret. */
import * as z from 'zod';
import type { FilterMistake } from '../domain/filter/filter-interpretation.ts';
import type { PolicySettingName } from '../domain/policy/policy-settings.ts';
import { type Finding, findingSchema } from './connection-findings.ts';

/** Facts of each code. Paths are absolute or as the user typed them. */
export interface AppErrorDetails {
  /**
   * A profile file or field is wrong. `expected` ends the sentence "… must be", or lists the fields for `unknown-field`. Values are never repeated. `gone`: the
   * file next to stored events is missing. `ca-file`: `path` is the file that the profile names.
   */
  BAD_PROFILE: {
    readonly path: string;
    readonly problem:
      | 'unreadable'
      | 'gone'
      | 'not-json'
      | 'not-an-object'
      | 'unknown-field'
      | 'secret-inside'
      | 'wrong-field'
      | 'ca-file';
    readonly field?: string;
    readonly expected?: string;
    readonly systemCode?: string;
  };
  /** A file has the id of a stored profile with other values. `changed`: names of the fields that differ. */
  PROFILE_DIFFERS: { readonly profile: string; readonly path: string; readonly changed: readonly string[] };
  /** Wrong call of a command. Only hosts throw it, so it contains its message. */
  BAD_ARGUMENT: { readonly words: string };
  BAD_FILTER: FilterMistake & { readonly text: string };
  VIEWS_DAMAGED: { readonly path: string };
  SEARCHES_DAMAGED: { readonly path: string };
  LINKS_DAMAGED: { readonly path: string };
  ALARMS_DAMAGED: { readonly path: string };
  OUTLETS_DAMAGED: { readonly path: string };
  /** The fleet policy does not allow it. `values`: what it allows; `place`: where it is. */
  MANAGED: { readonly setting: PolicySettingName; readonly values: readonly string[]; readonly place: string };
  /** Everything that a policy could lock is refused. `expected`: as in BAD_PROFILE. */
  POLICY_DAMAGED: {
    readonly place: string;
    readonly problem: 'unreadable' | 'not-json' | 'not-an-object' | 'unknown-setting' | 'wrong-setting';
    readonly setting?: string;
    readonly expected?: string;
    readonly detail?: string;
  };
  /** The secret of an outlet was given for another address. `outlet`: its id. */
  OUTLET_SECRET_BOUND: { readonly outlet: string };
  BAD_SEARCH: {
    readonly problem: 'not-json' | 'not-an-object' | 'too-long' | 'too-deep' | 'after' | 'twice';
    readonly at: number;
    readonly detail?: string;
  };
  NO_SEARCH: { readonly id: string };
  NO_ROW: { readonly ordinal: number };
  NO_REQUEST: { readonly number: number };
  NO_CASE: { readonly key: string };
  /** `candidates`: keys of cases and groups; `more`: number of those that are left out. */
  BAD_SUBJECT: {
    readonly subject: string;
    readonly problem: 'unknown' | 'ambiguous' | 'not-open' | 'not-done';
    readonly candidates: readonly string[];
    readonly more: number;
  };
  /** The process that watches did not do what was asked. `not-taken`: nothing was done. `not-confirmed`: not known. */
  WATCH_SILENT: { readonly path: string; readonly problem: 'not-taken' | 'not-confirmed' | 'failed' };
  UNDO_EXPIRED: object;
  BAD_SPAN: { readonly from: number; readonly to: number };
  NO_GAP: { readonly gap: number };
  /** `not-loaded`: the search was given up. `too-large`: an .xlsx over 4 GiB. `detail`: the system's words. */
  EXPORT_FAILED: {
    readonly path: string;
    readonly problem: 'full' | 'forbidden' | 'name' | 'disk-error' | 'not-loaded' | 'too-large' | 'too-many-rows';
    readonly detail?: string;
  };
  NO_EXPORT: { readonly id: string };
  TOO_MANY_VIEWS: { readonly limit: number };
  TOO_MANY_SEARCHES: { readonly limit: number };
  TOO_MANY_LINKS: { readonly limit: number };
  NO_SCENARIO: { readonly scenario: string; readonly known: readonly string[] };
  NO_SECRET: {
    readonly profile: string;
    /** `file-no-secret`: the file has several lines, or bytes that are not text, so it is probably another file. */
    readonly problem: 'none' | 'file-unreadable' | 'file-empty' | 'file-no-secret' | 'input-empty' | 'no-answer';
    readonly path?: string;
    readonly systemCode?: string;
  };
  /** The secret was given for another issuer, realm or client; a stored one also for other addresses. */
  SECRET_BOUND: {
    readonly profile: string;
    readonly place: 'environment' | 'file' | 'keychain' | 'sign-in';
    readonly changed: readonly (
      | 'issuer'
      | 'realm'
      | 'client id'
      | 'base address'
      | 'events address'
      | 'certificate file'
      | 'profile'
    )[];
  };
  SECRET_BINDINGS_DAMAGED: { readonly path: string };
  /** Does not show whether the secret exists. `profile` is set if its secret was requested. */
  KEYCHAIN_UNAVAILABLE: {
    /**
     * `no-service`: the desktop has no keychain; `no-keyring`: it has no place for secrets; `locked`: the dialog was
     * closed; `unanswered`: the dialog waits; `silent`: frozen; `failed`: see `detail`.
     */
    readonly problem: 'no-session' | 'no-service' | 'no-keyring' | 'locked' | 'unanswered' | 'silent' | 'failed';
    readonly detail?: string;
    readonly profile?: string;
  };
  /** The keychain works but was reset, or this is another computer. Nothing was deleted. */
  VAULT_KEY_GONE: { readonly profile: string };
  VAULT_DAMAGED: { readonly path: string };
  VAULT_KEY_FILE: {
    readonly path: string;
    readonly problem: 'unreadable' | 'too-short' | 'open-to-others';
    readonly systemCode?: string;
  };
  SIGNED_OUT: { readonly profile: string; readonly problem: 'never' | 'ended' };
  SIGN_IN_FAILED: { readonly profile: string; readonly code?: string } & (
    | {
        readonly problem:
          | 'denied'
          | 'cancelled'
          | 'timed-out'
          | 'wrong-answer'
          | 'wrong-issuer'
          | 'port'
          | 'not-a-person';
        readonly named?: string;
      }
    /** `seconds`: this computer's clock minus the issuer's, from the time in a new ID token. */
    | { readonly problem: 'clock'; readonly seconds: number }
    /** `finding` contains who failed (issuer, proxy, network), at which address, and what helps. */
    | { readonly problem: 'refused' | 'unreachable'; readonly finding: Finding }
  );
  NO_PROFILE: { readonly id: string };
  /** `finding` contains who failed and what helps; `status` is that of the service's response. */
  SERVICE_FAILED: {
    readonly what: 'permissions' | 'search';
    readonly problem: 'unreachable' | 'refused' | 'forbidden' | 'sign-in-needed' | 'not-understood';
    readonly finding: Finding;
    readonly status?: number;
    /** Start of the service's own message. */
    readonly said?: string;
    /** Wait that the service asks for, counted from its response. */
    readonly retryAfterMs?: number;
  };
  UNSUPPORTED: { readonly what: 'practice' | 'desktop' };
  DESKTOP_FAILED: { readonly what: 'folder' | 'login-item'; readonly detail: string };
  /** `not-this-profile`: the data directory has only other profiles. `not-set-up`: the file is from an old version. */
  NO_STORE: {
    readonly place: string;
    readonly problem: 'nothing-yet' | 'not-this-profile' | 'not-set-up' | 'no-file';
    readonly profile?: string;
    readonly known?: readonly string[];
  };
  STORE_AMBIGUOUS: {
    readonly dataDir: string;
    readonly named: string | null;
    readonly stores: readonly { readonly name: string; readonly id: string }[];
  };
  /** The folder was copied, and no user chose to watch with the copy. `computer`: null if both are on this one. */
  FOLDER_COPIED: { readonly path: string; readonly from: string; readonly computer: string | null };
  STORE_IN_USE: { readonly path: string };
  /** This watch is the viewer of another process on this computer, which alone can do it. */
  VIEWER_ONLY: object;
  /** `busy`: the store is not free in time. `no-page`: it cannot become a viewer. `taken`: a third was faster. */
  TAKE_OVER_FAILED: { readonly problem: 'silent' | 'busy' | 'no-page' | 'taken' };
  STORE_TOO_NEW: { readonly path: string; readonly schema: number; readonly known: number };
  /** A database, but not one of Watchfloor's. Nothing was written to it. */
  STORE_FOREIGN: { readonly path: string };
  STORE_DAMAGED: { readonly path: string; readonly movedTo: string | null };
  /** The database is missing, but other files of its store exist. `newestCopy`: null if there is no backup. */
  STORE_GONE: { readonly path: string; readonly newestCopy: string | null };
  /** `detail` of `not-a-file`: the kind of thing at the path, "a folder" or "a link". */
  STORE_UNWRITABLE: {
    readonly path: string;
    readonly problem:
      | 'full'
      | 'locked'
      | 'forbidden'
      | 'disk-error'
      | 'not-durable'
      | 'folder'
      | 'not-a-file'
      | 'log'
      | 'output';
    readonly detail?: string;
  };
  STORE_UNREADABLE: { readonly path: string };
  /** The store's thread failed too often, failed during a call that must not be repeated, or was closed. */
  STORE_LOST: Readonly<Record<string, never>>;
  BACKUP_UNUSABLE: {
    readonly path: string;
    readonly problem: 'no-file' | 'not-a-store' | 'damaged' | 'other-store' | 'exists' | 'no-room';
    readonly detail?: string;
  };
  /**
   * `ahead`: the newest event is older than `seq`. `rewritten`: the store has another event at the position. `shared`:
   * another process moved or deleted the cursor file meanwhile.
   */
  CURSOR_UNUSABLE: {
    readonly path?: string;
    readonly problem: 'unreadable' | 'damaged' | 'other-store' | 'ahead' | 'rewritten' | 'shared';
    readonly profile?: string;
    readonly seq?: number;
    readonly newestSeq?: number;
  };
  EVENT_NOT_FOUND: { readonly seq: number };
  PAGE_MISSING: { readonly problem: 'not-built' | 'build-failed'; readonly output?: string };
  WATCH_CLOSED: { readonly watch: string };
  TOO_MANY_FEEDS: { readonly limit: number };
  /** Another program uses it, or this computer does not have the address yet. */
  HEALTH_PORT_UNAVAILABLE: {
    readonly port: number;
    readonly host: string;
    readonly problem: 'taken' | 'address';
    readonly detail: string;
  };
}

export type AppErrorCode = keyof AppErrorDetails;

export type AppErrorData = {
  [Code in AppErrorCode]: { readonly code: Code; readonly facts: AppErrorDetails[Code] };
}[AppErrorCode];

const factSchema = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.array(z.string()),
  z.array(z.object({ name: z.string(), id: z.string() })),
  findingSchema,
]);
export const errorDetailsSchema = z.record(z.string(), factSchema);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which facts belong to which code, the compiler checks where they are made
export const appErrorDataSchema = z.object({
  code: z.string(),
  facts: errorDetailsSchema,
}) as unknown as z.ZodType<AppErrorData>;

/** `message` is only for logs: the code, and the facts as JSON. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly data: AppErrorData;

  constructor(data: AppErrorData, options?: { cause?: unknown }) {
    super(`${data.code} ${JSON.stringify(data.facts)}`, options);
    this.data = data;
  }

  get code(): AppErrorCode {
    return this.data.code;
  }
}

export function appError<Code extends AppErrorCode>(
  code: Code,
  facts: AppErrorDetails[Code],
  options?: { cause?: unknown },
): AppError {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pair is checked by the signature
  return new AppError({ code, facts } as AppErrorData, options);
}
