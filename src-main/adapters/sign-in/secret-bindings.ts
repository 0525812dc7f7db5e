/**
 * Binds secrets of the environment and of files to the issuer, realm and client that accepted them first. The file
 * holds nothing derived from a secret. A damaged one is never replaced: an empty one would bind every secret to the
 * next profile.
 */
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { AppError, type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';
import {
  type ConnectionProfile,
  type SecretBinding,
  secretBinding,
  type SecretScope,
  secretScope,
} from '../../../src-shared/domain/profile/profile.ts';
import { isNotPlain, readPlainText } from '../files/plain-file.ts';
import { secretBindingSchema, secretScopeSchema } from './stored-secrets.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

export type BindableSource = 'environment' | 'file';

export interface SecretBindings {
  /**
   * The environment's secret is bound to the profile's id and file, so that neither an edited file nor another one with
   * the same id gets it. In each process it serves only one issuer, realm and client.
   * @throws AppError SECRET_BOUND, SECRET_BINDINGS_DAMAGED, STORE_UNWRITABLE
   */
  check(source: BindableSource, profile: ConnectionProfile, profileFile?: string): Promise<void>;
  /** Call after the issuer accepted the secret, so that a mistyped address binds nothing. @throws as `check` */
  accept(source: BindableSource, profile: ConnectionProfile, profileFile?: string): Promise<void>;
  /** Restricts tokens to the present addresses until `bind`. @throws as `check`, except SECRET_BOUND */
  bindScope(profile: ConnectionProfile): Promise<void>;
  /** Binds to the profile as it is now. @throws as `check`, except SECRET_BOUND */
  bind(profile: ConnectionProfile, profileFile: string): Promise<void>;
}

/** Keys of `environment`: profile ids and paths of profile files. Keys of `file`: paths of secret files. */
const bindingsSchema = z.strictObject({
  environment: z.record(z.string(), secretBindingSchema),
  file: z.record(z.string(), secretBindingSchema),
  /** Addresses that tokens of the environment's secret may be sent to, by profile id. */
  reach: z.record(z.string(), secretScopeSchema),
});
type Bindings = z.infer<typeof bindingsSchema>;

const MAX_BYTES = 16_777_216;
/** Writing takes a few ms. An older file, or one from the future because a clock was set back, is of a dead process. */
const STALE_AFTER_MS = 5_000;
const POLL_INTERVAL_MS = 20;

export function createSecretBindings(dataDir: string): SecretBindings {
  const path = join(dataDir, 'secret-bindings.json');
  let environmentHolder: SecretBinding | null = null;
  return {
    async check(source, profile, profileFile) {
      const binding = secretBinding(profile);
      const keys = await keysOf(source, profile, profileFile);
      const bindings = await readBindings(path);
      const known = bindings[source];
      for (const key of keys) assertSameBinding(source, profile, known[key] ?? binding);
      if (source === 'file') return;
      assertSameBinding(source, profile, binding, bindings.reach[profile.id]);
      if (environmentHolder !== null) assertSameBinding(source, profile, environmentHolder);
      // Without a profile file the secret belongs to the profiles that used it before.
      if (profileFile === undefined && known[profile.id] === undefined && Object.keys(known).length > 0)
        throw appError('SECRET_BOUND', { profile: profile.name, place: source, changed: ['profile'] });
      environmentHolder = binding;
    },
    async accept(source, profile, profileFile) {
      const binding = secretBinding(profile);
      const keys = await keysOf(source, profile, profileFile);
      const known = (await readBindings(path))[source];
      if (keys.every((key) => known[key] !== undefined)) return;
      await update(path, (bindings) => {
        for (const key of keys) assertSameBinding(source, profile, bindings[source][key] ?? binding);
        return { ...bindings, [source]: { ...bindings[source], ...boundTo(binding, keys) } };
      });
    },
    async bindScope(profile) {
      await update(path, (bindings) => ({
        ...bindings,
        reach: { [profile.id]: secretScope(profile), ...bindings.reach },
      }));
    },
    async bind(profile, profileFile) {
      const binding = secretBinding(profile);
      const ofEnvironment = boundTo(binding, await keysOf('environment', profile, profileFile));
      const ofFile = profile.clientSecretFile === undefined ? {} : boundTo(binding, await keysOf('file', profile));
      await update(path, ({ environment, file, reach }) => ({
        environment: { ...environment, ...ofEnvironment },
        file: { ...file, ...ofFile },
        reach: { ...reach, [profile.id]: secretScope(profile) },
      }));
    },
  };
}

function boundTo(binding: SecretBinding, keys: readonly string[]): Record<string, SecretBinding> {
  return Object.fromEntries(keys.map((key) => [key, binding]));
}

const BINDING_NAMES = { issuer: 'issuer', realm: 'realm', clientId: 'client id' } as const;
const SCOPE_NAMES = { baseUrl: 'base address', eventsUrl: 'events address', caFile: 'certificate file' } as const;

function differing<Field extends string, Name>(
  names: Readonly<Record<Field, Name>>,
  one: Readonly<Record<Field, string | null>>,
  other: Readonly<Record<Field, string | null>>,
): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  const fields = Object.keys(names) as Field[];
  return fields.filter((field) => one[field] !== other[field]).map((field) => names[field]);
}

/** `reach`: allowed addresses; by default the present ones. @throws AppError SECRET_BOUND */
export function assertSameBinding(
  source: AppErrorDetails['SECRET_BOUND']['place'],
  profile: ConnectionProfile,
  bound: SecretBinding,
  reach: SecretScope = secretScope(profile),
): void {
  const changed = [
    ...differing(BINDING_NAMES, bound, secretBinding(profile)),
    ...differing(SCOPE_NAMES, reach, secretScope(profile)),
  ];
  if (changed.length > 0) throw appError('SECRET_BOUND', { profile: profile.name, place: source, changed });
}

async function keysOf(source: BindableSource, profile: ConnectionProfile, profileFile?: string): Promise<string[]> {
  if (source === 'file') return [await truePath(profile.clientSecretFile ?? '')];
  // An id that is derived from the addresses changes with them; the path of the edited file does not.
  return [profile.id, ...(profileFile === undefined ? [] : [await truePath(profileFile)])];
}

/** Resolves links and case, since a file can have several paths. */
async function truePath(file: string): Promise<string> {
  const path = resolve(file);
  return realpath(path).catch(() => path);
}

async function readBindings(path: string): Promise<Bindings> {
  const text = await readPlainText(path, MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    if (isNotPlain(error)) throw appError('SECRET_BINDINGS_DAMAGED', { path }, { cause: error });
    throw unwritable(path, error);
  });
  if (text === null) return { environment: {}, file: {}, reach: {} };
  try {
    return bindingsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw appError('SECRET_BINDINGS_DAMAGED', { path }, { cause });
  }
}

/** Uses the new file as lock and content. Only one process at a time can create it, and renaming it frees the lock. */
async function update(path: string, change: (bindings: Bindings) => Bindings): Promise<void> {
  const next = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await openExclusively(next);
    try {
      await file.writeFile(`${JSON.stringify(change(await readBindings(path)), null, 2)}\n`);
      await file.sync();
      await file.close();
      await rename(next, path);
    } catch (error) {
      await file.close();
      await rm(next, { force: true });
      throw error;
    }
  } catch (error) {
    throw error instanceof AppError ? error : unwritable(path, error);
  }
}

async function openExclusively(path: string) {
  for (;;) {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    }
    const since = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (since !== null && Math.abs(Date.now() - since) > STALE_AFTER_MS) await rm(path, { force: true });
    else await sleep(POLL_INTERVAL_MS);
  }
}

function unwritable(path: string, cause: unknown): AppError {
  const detail = errorCodeOf(cause) || 'unknown';
  return appError('STORE_UNWRITABLE', { path, problem: 'folder', detail }, { cause });
}
