/** Only one outlet of this computer shows the notifications of a host. */
export const DESKTOP = 'desktop';
export const PAGE = 'page';
export const localOutletIds = [DESKTOP, PAGE] as const;
export type LocalOutletId = (typeof localOutletIds)[number];

export const localOutletNames: Readonly<Record<LocalOutletId, string>> = { [DESKTOP]: 'Desktop', [PAGE]: 'Page' };

export function isLocalOutlet(id: string): id is LocalOutletId {
  return Object.hasOwn(localOutletNames, id);
}
