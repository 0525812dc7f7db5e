/** Asks a notification service if it shows banners, each in its own way: the specification has no question for it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { MessageBus } from 'dbus-native';
import type { DeskState } from '../../../src-shared/domain/outlets/desk-state.ts';

type Banners = (DeskState & { readonly kind: 'available' })['banners'];

export interface BannerQueries {
  /** @throws Error if there is no such object or property */
  readonly property: (
    object: { destination: string; path: string },
    name: string,
    property: string,
  ) => PromiseLike<unknown>;
  /** Returns a setting of the user by channel and path. @throws Error if it is not set */
  readonly xfconf: (channel: string, property: string) => PromiseLike<unknown>;
  /** Returns a setting of GNOME as text. @throws Error if there is no such setting */
  readonly gsettings: (schema: string, key: string) => Promise<string>;
}

const NOTIFICATIONS = { destination: 'org.freedesktop.Notifications', path: '/org/freedesktop/Notifications' };

/** By the name that the service gives. Each resolves with true while it holds banners back. */
const HOLDS_BACK: readonly (readonly [name: RegExp, ask: (queries: BannerQueries) => PromiseLike<boolean>])[] = [
  [/^dunst$/i, async ({ property }) => (await property(NOTIFICATIONS, 'org.dunstproject.cmd0', 'paused')) === true],
  // A setting that was never changed is missing.
  [/^xfce notify daemon$/i, ({ xfconf }) => xfconf('xfce4-notifyd', '/do-not-disturb').then(isTrue, () => false)],
  [
    /^gnome-shell$/i,
    async ({ gsettings }) => (await gsettings('org.gnome.desktop.notifications', 'show-banners')).trim() === 'false',
  ],
  // Plasma: Do Not Disturb, a shared screen, or a program that asked for silence.
  [/^plasma$/i, async ({ property }) => isTrue(await property(NOTIFICATIONS, NOTIFICATIONS.destination, 'Inhibited'))],
];

/** @param service the name that `GetServerInformation` returns */
export async function bannersOf(service: string, queries: BannerQueries): Promise<Banners> {
  const ask = HOLDS_BACK.find(([name]) => name.test(service))?.[1];
  if (ask === undefined) return 'unknown';
  try {
    return (await ask(queries)) ? 'held-back' : 'shown';
  } catch {
    return 'unknown';
  }
}

function isTrue(value: unknown): boolean {
  return value === true;
}

const run = promisify(execFile);

export function bannerQueries(bus: MessageBus, timeoutMs: number, env: NodeJS.ProcessEnv): BannerQueries {
  return {
    property: (object, name, property) =>
      bus.invoke(
        {
          ...object,
          interface: 'org.freedesktop.DBus.Properties',
          member: 'Get',
          signature: 'ss',
          body: [name, property],
        },
        { timeout: timeoutMs },
      ),
    xfconf: (channel, property) =>
      bus.invoke(
        {
          destination: 'org.xfce.Xfconf',
          path: '/org/xfce/Xfconf',
          interface: 'org.xfce.Xfconf',
          member: 'GetProperty',
          signature: 'ss',
          body: [channel, property],
        },
        { timeout: timeoutMs },
      ),
    // GNOME keeps the setting in a database that only its own library reads. The program comes with that library.
    gsettings: async (schema, key) =>
      (await run('gsettings', ['get', schema, key], { timeout: timeoutMs, env })).stdout,
  };
}
