/** Keychain of a Linux desktop: the program that answers as the Secret Service of the session. Stores no secret. */
import { AppError } from '../../../src-shared/api/errors.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';
import type { Keychain } from '../../core/ports/keychain.ts';
import { type BusEnvironment, sessionBusAddress } from '../dbus/session-bus.ts';
import { failed, PROMPT_TIMEOUT_MS, RESPONSE_TIMEOUT_MS, unavailable } from './keychain-failure.ts';
import { type Attributes, SecretService } from './secret-service.ts';

const SERVICE = 'Watchfloor';

interface SecretServiceKeychainOptions {
  readonly environment: BusEnvironment;
  /** True if a user can answer a dialog of the keychain. */
  readonly mayPrompt: boolean;
}

export function createSecretServiceKeychain({ environment, mayPrompt }: SecretServiceKeychainOptions): Keychain {
  let connected: Promise<SecretService> | null = null;
  const closed = new AbortController();

  function connection(): Promise<SecretService> {
    const address = sessionBusAddress(environment);
    if (address === null) return Promise.reject(unavailable('no-session'));
    if (connected !== null) return connected;
    const forget = (): void => {
      if (connected === attempt) connected = null;
    };
    const attempt: Promise<SecretService> = SecretService.connect(address, forget);
    attempt.catch(forget);
    connected = attempt;
    return attempt;
  }

  function disconnect(): void {
    connected?.then((service) => service.close()).catch(() => undefined);
    connected = null;
  }

  /** @throws AppError KEYCHAIN_UNAVAILABLE; the signal's reason */
  async function request<T>(call: (service: SecretService) => Promise<T>, given: AbortSignal): Promise<T> {
    const signal = AbortSignal.any([given, closed.signal]);
    signal.throwIfAborted();
    const over = new AbortController();
    const answer = connection().then(call, (error: unknown) => {
      throw connectError(error);
    });
    try {
      return await abortable(Promise.race([answer, timeout(over.signal)]), signal);
    } catch (error) {
      throw signal.aborted ? error : keychainError(error);
    } finally {
      over.abort();
    }
  }

  /** Rejects if a frozen service does not answer, or if the user does not. */
  async function timeout(signal: AbortSignal): Promise<never> {
    const limitMs = mayPrompt ? PROMPT_TIMEOUT_MS : RESPONSE_TIMEOUT_MS;
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += RESPONSE_TIMEOUT_MS) {
      await delay(RESPONSE_TIMEOUT_MS, signal);
      // A connection without its first answer is as silent as one that stopped to answer.
      const service = await Promise.race([connected ?? null, Promise.resolve(null)]);
      if (service !== null && (await service.answers())) continue;
      disconnect();
      throw unavailable('silent');
    }
    // The dialog stays, and a late answer to it counts for the next call.
    throw unavailable('unanswered');
  }

  return {
    read: (account, signal) => request((service) => service.read(attributesOf(account)), signal),
    write: (account, secret) =>
      request((service) => service.write(attributesOf(account), labelOf(account), secret), closed.signal),
    remove: (account) => request((service) => service.remove(attributesOf(account)), closed.signal),
    async close() {
      closed.abort(failed('it was closed'));
      disconnect();
    },
  };
}

/** These and the label are those of the library that earlier versions used, so that what they stored is found. */
function attributesOf(account: string): Attributes {
  return { service: SERVICE, username: account };
}

function labelOf(account: string): string {
  return `keyring:${account}@${SERVICE}`;
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

/** An error of the bus has a name of D-Bus; an error of the socket has none. */
function connectError(error: unknown): unknown {
  if (errorCodeOf(error) === 'ETIMEDOUT') return unavailable('silent', error);
  return error instanceof AppError || dbusNameOf(error) !== '' ? error : unavailable('no-session', error);
}

function keychainError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const name = dbusNameOf(error);
  // The second is the family of errors of a service that the bus could not start.
  if (name === 'org.freedesktop.DBus.Error.ServiceUnknown' || name.startsWith('org.freedesktop.DBus.Error.Spawn.'))
    return unavailable('no-service', error);
  const isOfBus = error instanceof Error && (name !== '' || errorCodeOf(error) !== '');
  return isOfBus ? failed(error.message, error) : error;
}

function dbusNameOf(error: unknown): string {
  return error instanceof Error && 'dbusName' in error && typeof error.dbusName === 'string' ? error.dbusName : '';
}
