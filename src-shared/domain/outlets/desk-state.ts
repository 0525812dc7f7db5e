/** State of the notification service of this computer, without schemas, so that the page can use it. */
export const bannerStates = ['shown', 'held-back', 'unknown'] as const;

export type DeskState =
  /** No service accepts notifications. `since`: UTC epoch ms. `reason`: half a sentence. */
  | { readonly kind: 'missing'; readonly since: number; readonly reason: string }
  | {
      readonly kind: 'available';
      readonly service: string | null;
      /** `held-back`: no banners now (Do Not Disturb, a shared screen). `unknown`: the service does not say. */
      readonly banners: (typeof bannerStates)[number];
    };

/** True if the desktop puts notifications into a list that the user has to open. */
export function isHoldingBack(desk: DeskState): boolean {
  return desk.kind === 'available' && desk.banners === 'held-back';
}
