/** The answers of real daemons are tested in `test/real/notification-daemons.test.ts`. */
import { expect, test } from 'vitest';
import { type BannerQueries, bannersOf } from '../../../../src-main/adapters/dbus-notifier/banner-state.ts';

const never = () => Promise.reject(new Error('this service has no such question'));
const none: BannerQueries = { property: never, xfconf: never, gsettings: never };

test.each<[service: string, Partial<BannerQueries>, string]>([
  [
    'dunst',
    { property: async (_, name, property) => name === 'org.dunstproject.cmd0' && property === 'paused' },
    'held-back',
  ],
  ['dunst', { property: async () => false }, 'shown'],
  ['dunst', {}, 'unknown'],
  ['Xfce Notify Daemon', { xfconf: async (channel) => channel === 'xfce4-notifyd' }, 'held-back'],
  ['Xfce Notify Daemon', { xfconf: async () => false }, 'shown'],
  // A setting that the user never changed does not exist.
  ['Xfce Notify Daemon', {}, 'shown'],
  ['gnome-shell', { gsettings: async (_, key) => (key === 'show-banners' ? 'false\n' : 'true\n') }, 'held-back'],
  ['gnome-shell', { gsettings: async () => 'true\n' }, 'shown'],
  ['gnome-shell', {}, 'unknown'],
  [
    'Plasma',
    { property: async (_, name, property) => name === 'org.freedesktop.Notifications' && property === 'Inhibited' },
    'held-back',
  ],
  ['Plasma', { property: async () => false }, 'shown'],
  ['mako', { property: async () => true, xfconf: async () => true, gsettings: async () => 'false' }, 'unknown'],
  ['', {}, 'unknown'],
])('[ALARM-32] asks %s in its own way if it shows banners', async (service, queries, expected) => {
  expect(await bannersOf(service, { ...none, ...queries })).toBe(expected);
});
