/**
 * Client of the Secret Service API 0.2 (freedesktop.org). KeePassXC remembers an allowed access for one connection, so
 * it stays open. No call has a time limit, because a dialog may wait for the user.
 */
import type { MessageBus } from 'dbus-native';
import * as z from 'zod';
import { connectToBus, subscribeToService } from '../dbus/session-bus.ts';
import { failed, unavailable } from './keychain-failure.ts';
import { createKeyExchange, type SecretCipher, SESSION_ALGORITHM } from './secret-session.ts';

const SERVICE = { name: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' } as const;
const API = 'org.freedesktop.Secret';
/** The API writes this path for "none". */
const NONE = '/';
/** A service that works answers a ping in a few ms, also while it shows a dialog. */
const PING_TIMEOUT_MS = 2_000;

const path = z.string();
const bytes = z.instanceof(Buffer);

export type Attributes = Readonly<Record<string, string>>;

interface Call {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: unknown[];
}

export class SecretService {
  readonly #bus: MessageBus;
  readonly #cipher: SecretCipher;
  readonly #session: string;
  /** Dialogs that the service shows, by the object that they unlock. A second call for it waits for the same answer. */
  readonly #unlocking = new Map<string, Promise<void>>();

  private constructor(bus: MessageBus, session: string, cipher: SecretCipher) {
    this.#bus = bus;
    this.#session = session;
    this.#cipher = cipher;
  }

  /** @param onLost the bus or the service has ended; this object is of no use any more */
  static async connect(address: string, onLost: () => void): Promise<SecretService> {
    const bus = await connectToBus(address, onLost);
    try {
      await subscribeToService(bus, SERVICE, { signals: {}, onOwnerChanged: () => bus.connection.stream.destroy() });
      await bus.addMatch(`type='signal',sender='${SERVICE.name}',interface='${API}.Prompt',member='Completed'`);
      const exchange = createKeyExchange();
      const call = {
        ...service('OpenSession'),
        signature: 'sv',
        body: [SESSION_ALGORITHM, ['ay', exchange.publicKey]],
      };
      const [output, session] = await invoke(bus, call, z.tuple([bytes, path]));
      return new SecretService(bus, session, exchange.cipherWith(output));
    } catch (error) {
      bus.connection.stream.destroy();
      throw error;
    }
  }

  async answers(): Promise<boolean> {
    const ping = {
      destination: SERVICE.name,
      path: SERVICE.path,
      interface: 'org.freedesktop.DBus.Peer',
      member: 'Ping',
    };
    return this.#bus.invoke(ping, { timeout: PING_TIMEOUT_MS }).then(
      () => true,
      // An error of the service is an answer, too.
      (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'),
    );
  }

  /** @throws AppError KEYCHAIN_UNAVAILABLE; Error of the bus */
  async read(attributes: Attributes): Promise<string | null> {
    await this.#unlockDefault();
    const [item] = await this.#find(attributes);
    if (item === undefined) return null;
    await this.#unlock(item);
    const call = { path: item, interface: `${API}.Item`, member: 'GetSecret', signature: 'o', body: [this.#session] };
    const [, iv, value] = await invoke(this.#bus, call, z.tuple([path, bytes, bytes, z.string()]));
    return this.#cipher.decrypt({ iv, value });
  }

  /** Replaces what is stored with these attributes. @throws as `read` */
  async write(attributes: Attributes, label: string, secret: string): Promise<void> {
    const collection = await this.#unlockDefault();
    const { iv, value } = this.#cipher.encrypt(secret);
    const properties = [
      [`${API}.Item.Label`, ['s', label]],
      [`${API}.Item.Attributes`, ['a{ss}', Object.entries(attributes)]],
    ];
    const call = {
      path: collection,
      interface: `${API}.Collection`,
      member: 'CreateItem',
      signature: 'a{sv}(oayays)b',
      body: [properties, [this.#session, iv, value, 'text/plain'], true],
    };
    const [, prompt] = await invoke(this.#bus, call, z.tuple([path, path]));
    await this.#complete(prompt);
  }

  /** Returns false if nothing was stored with these attributes. @throws as `read` */
  async remove(attributes: Attributes): Promise<boolean> {
    await this.#unlockDefault();
    const items = await this.#find(attributes);
    for (const item of items) {
      await this.#unlock(item);
      await this.#complete(await invoke(this.#bus, { path: item, interface: `${API}.Item`, member: 'Delete' }, path));
    }
    return items.length > 0;
  }

  close(): void {
    this.#bus.connection.stream.destroy();
  }

  async #find(attributes: Attributes): Promise<string[]> {
    const call = { ...service('SearchItems'), signature: 'a{ss}', body: [attributes] };
    const [unlocked, locked] = await invoke(this.#bus, call, z.tuple([z.array(path), z.array(path)]));
    return [...unlocked, ...locked];
  }

  /** Without a default collection KeePassXC answers no search, and gnome-keyring fails only at the first secret. */
  async #unlockDefault(): Promise<string> {
    const call = { ...service('ReadAlias'), signature: 's', body: ['default'] };
    const collection = await invoke(this.#bus, call, path);
    if (collection === NONE) throw unavailable('no-keyring');
    await this.#unlock(collection);
    return collection;
  }

  #unlock(object: string): Promise<void> {
    const present = this.#unlocking.get(object);
    if (present !== undefined) return present;
    const unlocking = this.#unlockNow(object).finally(() => this.#unlocking.delete(object));
    this.#unlocking.set(object, unlocking);
    return unlocking;
  }

  async #unlockNow(object: string): Promise<void> {
    const call = { ...service('Unlock'), signature: 'ao', body: [[object]] };
    const [, prompt] = await invoke(this.#bus, call, z.tuple([z.array(path), path]));
    await this.#complete(prompt);
  }

  /** Shows the dialog of the service and waits until it is answered. The service closes one that it cannot show. */
  async #complete(prompt: string): Promise<void> {
    if (prompt === NONE) return;
    const { promise: completed, resolve, reject } = Promise.withResolvers<unknown>();
    const signal = this.#bus.mangle(prompt, `${API}.Prompt`, 'Completed');
    const listener = ([isDismissed]: readonly unknown[]): void => resolve(isDismissed);
    const lost = (): void => reject(failed('it ended'));
    this.#bus.signals.once(signal, listener);
    this.#bus.connection.on('close', lost);
    try {
      const call = { path: prompt, interface: `${API}.Prompt`, member: 'Prompt', signature: 's', body: [''] };
      await invoke(this.#bus, call, z.unknown());
      if ((await completed) !== false) throw unavailable('locked');
    } finally {
      this.#bus.signals.removeListener(signal, listener);
      this.#bus.connection.removeListener('close', lost);
      completed.catch(() => undefined);
    }
  }
}

function service(member: string): Call {
  return { path: SERVICE.path, interface: `${API}.Service`, member };
}

/** @throws AppError KEYCHAIN_UNAVAILABLE if the answer has another form; Error of the bus */
async function invoke<Schema extends z.ZodType>(
  bus: MessageBus,
  call: Call,
  schema: Schema,
): Promise<z.output<Schema>> {
  const answer: unknown = await bus.invoke({ destination: SERVICE.name, ...call }, { timeout: 0 });
  const { success, data } = schema.safeParse(answer);
  if (!success) throw failed(`its answer to ${call.member} has an unknown form`);
  return data;
}
