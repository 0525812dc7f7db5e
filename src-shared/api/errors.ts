/**
 * Expected failures: a code and the facts that a sentence needs. Sentences are made at the edge, one file per host
 * (`src-main/hosts/words.ts`, `src-renderer/words/error-words.ts`). Only errors with one of these codes cross a wire;
 * anything else crosses as INTERNAL with an incident id whose stack is in the log. Facts never hold a secret.
 */
import * as z from 'zod';
import { type Finding, findingSchema } from './connection-findings.ts';

/** What each code tells. Paths are absolute or as the person typed them. */
export interface AppErrorDetails {
  /**
   * A profile file or field is wrong. `expected` ends the sentence "… must be". Values are never repeated. `gone`: the file
   * is missing beside stored events. `ca-file`: `path` is that of the file that the profile names.
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
  /** A file has the id of a profile that is kept and watched elsewhere. `path`: of the file; `changed`: names of fields. */
  PROFILE_DIFFERS: { readonly profile: string; readonly path: string; readonly changed: readonly string[] };
  /** A command was called wrongly. Only hosts throw it, so its sentence is at the edge already. */
  BAD_ARGUMENT: { readonly words: string };
  /** A filter's text has a mistake at this position (UTF-16 units from 0). */
  BAD_FILTER: { readonly text: string; readonly at: number; readonly length: number; readonly problem: FilterProblem };
  /** The file with the saved views, or searches, cannot be understood; it was left as it is. */
  VIEWS_DAMAGED: { readonly path: string };
  SEARCHES_DAMAGED: { readonly path: string };
  /** The file with the alarm settings of a profile cannot be understood; it was left as it is. */
  ALARMS_DAMAGED: { readonly path: string };
  /** No time zone is called so. */
  BAD_ZONE: { readonly zone: string };
  /** The body of a search cannot be sent: see `BodyMistake` in `src-shared/service/search-body.ts`. */
  BAD_SEARCH: {
    readonly problem: 'not-json' | 'not-an-object' | 'too-long' | 'too-deep' | 'after' | 'twice';
    readonly at: number;
    readonly detail?: string;
  };
  /** No such search is kept (any more). */
  NO_SEARCH: { readonly id: string };
  /** A search has no row with this number. */
  NO_ROW: { readonly ordinal: number };
  /** No such request is among the last ones. */
  NO_REQUEST: { readonly number: number };
  /** No event says anything of it (any more). */
  NO_CASE: { readonly key: string };
  /** A report of a span that ends before it begins, or is longer than a report can be. */
  BAD_SPAN: { readonly from: number; readonly to: number };
  /** No such gap is stored, or it is still open. */
  NO_GAP: { readonly gap: number };
  /** `name`: of the file; `not-loaded`: of a search that was given up; `problem` with the system's words in `detail`. */
  EXPORT_FAILED: {
    readonly path: string;
    readonly problem: 'full' | 'forbidden' | 'name' | 'disk-error' | 'not-loaded';
    readonly detail?: string;
  };
  NO_EXPORT: { readonly id: string };
  /** A profile has no room for more saved views, or searches. */
  TOO_MANY_VIEWS: { readonly limit: number };
  TOO_MANY_SEARCHES: { readonly limit: number };
  NO_SCENARIO: { readonly scenario: string; readonly known: readonly string[] };
  /** No client secret in any of its three places. */
  NO_SECRET: {
    readonly profile: string;
    /** `file-no-secret`: lines, or bytes that are no text, as another file has them. */
    readonly problem: 'none' | 'file-unreadable' | 'file-empty' | 'file-no-secret' | 'input-empty' | 'no-answer';
    readonly path?: string;
    readonly systemCode?: string;
  };
  /**
   * The secret, or a person's sign-in, was given for another issuer, realm or client: it is not sent to this one. What is
   * kept for a profile is for its addresses and its certificate file, too.
   */
  SECRET_BOUND: {
    readonly profile: string;
    /** `keychain`: whatever was given here; `sign-in`: a person's. */
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
  /** The file that says what the secrets are bound to cannot be understood; it was left as it is. */
  SECRET_BINDINGS_DAMAGED: { readonly path: string };
  /** Says nothing about whether the secret is there. `profile` where a secret of it was asked for. */
  KEYCHAIN_UNAVAILABLE: { readonly detail: string; readonly profile?: string };
  /** The keychain answers and has no key for what is sealed here: it was reset, or this is another computer. Nothing was deleted. */
  VAULT_KEY_GONE: { readonly profile: string };
  /** What is sealed cannot be opened with its key, or its file is no vault; it was left as it is. */
  VAULT_DAMAGED: { readonly path: string };
  /** The file that `--vault-key-file` names. */
  VAULT_KEY_FILE: {
    readonly path: string;
    readonly problem: 'unreadable' | 'too-short' | 'open-to-others';
    readonly systemCode?: string;
  };
  /** Nobody has signed in for this profile, or the issuer has ended it (`ended`). */
  SIGNED_OUT: { readonly profile: string; readonly problem: 'never' | 'ended' };
  /** A sign-in came to nothing. `code`: the OAuth error, or the network's. */
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
        /** Of `wrong-issuer`: how the issuer names itself. */
        readonly named?: string;
      }
    /** `finding` names who failed (issuer, proxy, network), at which address, and what helps. */
    | { readonly problem: 'refused' | 'unreachable'; readonly finding: Finding }
  );
  /** No profile with this id is kept here. */
  NO_PROFILE: { readonly id: string };
  /**
   * A request to the service failed, or there was no token for it. `finding` names who failed (issuer, service, proxy,
   * network) and what helps. `status`: of the service's answer.
   */
  SERVICE_FAILED: {
    readonly what: 'permissions' | 'search';
    readonly problem: 'unreachable' | 'refused' | 'forbidden' | 'sign-in-needed' | 'not-understood';
    readonly finding: Finding;
    readonly status?: number;
    /** The beginning of the service's own words. */
    readonly said?: string;
    /** From its answer on, it asks to be left alone for so long. */
    readonly retryAfterMs?: number;
  };
  /** This host or version cannot do it. */
  UNSUPPORTED: { readonly what: 'practice' | 'desktop' };
  /** The desktop did not do what it was asked for. `detail`: its own words. */
  DESKTOP_FAILED: { readonly what: 'logs' | 'login-item'; readonly detail: string };
  /** `nothing-yet`: the data directory is empty; `not-this-profile`: others are there; `not-set-up`: file of an old version. */
  NO_STORE: {
    readonly place: string;
    readonly problem: 'nothing-yet' | 'not-this-profile' | 'not-set-up' | 'no-file';
    readonly profile?: string;
    readonly known?: readonly string[];
  };
  /** Several stores fit what was named (nothing, where `named` is null). */
  STORE_AMBIGUOUS: {
    readonly dataDir: string;
    readonly named: string | null;
    readonly stores: readonly { readonly name: string; readonly id: string }[];
  };
  /** Another process collects into it. */
  STORE_IN_USE: { readonly path: string };
  STORE_TOO_NEW: { readonly path: string; readonly schema: number; readonly known: number };
  /** A database, but not ours: nothing was written to it. */
  STORE_FOREIGN: { readonly path: string };
  /** `movedTo`: where the damaged file is now; null where it was left in its place. */
  STORE_DAMAGED: { readonly path: string; readonly movedTo: string | null };
  /** The database is gone while other files of its store are there. `newestCopy`: `null` where there is none. */
  STORE_GONE: { readonly path: string; readonly newestCopy: string | null };
  /** `not-a-file`: `detail` says what is at the path instead: "a folder", "a link". */
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
  /** This user may not look into it. */
  STORE_UNREADABLE: { readonly path: string };
  /** The part that keeps the events has died, again and again. */
  STORE_LOST: Readonly<Record<string, never>>;
  /** A backup, or a file to restore from, is not what it should be. */
  BACKUP_UNUSABLE: {
    readonly path: string;
    readonly problem: 'no-file' | 'not-a-store' | 'damaged' | 'other-store' | 'exists' | 'no-room';
    readonly detail?: string;
  };
  EVENT_NOT_FOUND: { readonly seq: number };
  /** The built page is not there, or building it failed (`output`: the end of what the builder said). */
  PAGE_MISSING: { readonly problem: 'not-built' | 'build-failed'; readonly output?: string };
  /** The call is of a watch that is not open (any more). */
  WATCH_CLOSED: { readonly watch: string };
  /** One wire follows more feeds than a page ever needs. */
  TOO_MANY_FEEDS: { readonly limit: number };
  /** The health port cannot be had now: another program has it, or this computer has no such address yet. `detail`: the system's words. */
  HEALTH_PORT_UNAVAILABLE: {
    readonly port: number;
    readonly host: string;
    readonly problem: 'taken' | 'address';
    readonly detail: string;
  };
}

/** What is wrong with a filter's text, see `src-shared/domain/filter-text.ts`. */
export type FilterProblem =
  | 'unknown-field'
  | 'missing-value'
  | 'unknown-value'
  | 'open-quote'
  | 'bad-time'
  | 'not-negatable'
  /** A piece of an identifier with fewer than 4 characters. */
  | 'too-short'
  /** A `*` or `…` within a piece of an identifier. */
  | 'sign-within'
  /** A word or sign that joins terms in other languages: `OR`, `(`. */
  | 'operator'
  | 'too-long';

export type AppErrorCode = keyof AppErrorDetails;

/** A failure as it crosses a wire or a thread. */
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
/** The shapes that facts may have, on a wire between two ends of the same version. */
export const errorDetailsSchema = z.record(z.string(), factSchema);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which facts belong to which code, the compiler checks where they are made
export const appErrorDataSchema = z.object({
  code: z.string(),
  facts: errorDetailsSchema,
}) as unknown as z.ZodType<AppErrorData>;

/** `message` is for logs alone: the code and the facts as JSON. */
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

/** @throws never; builds `throw appError('STORE_IN_USE', { path })` with the facts that the code demands. */
export function appError<Code extends AppErrorCode>(
  code: Code,
  facts: AppErrorDetails[Code],
  options?: { cause?: unknown },
): AppError {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pair is checked by the signature
  return new AppError({ code, facts } as AppErrorData, options);
}
